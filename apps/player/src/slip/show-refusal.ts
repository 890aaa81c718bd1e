/** Brings the reason of a refusal into sight: a narrow screen or large text may have it below the edge. */
export function showRefusal(): void {
  document
    .querySelector('dialog[open] .slip-foot [role="alert"]')
    ?.scrollIntoView({ block: "nearest" });
}
