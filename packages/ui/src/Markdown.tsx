import { readMarkdown, type Block, type Inline } from "@club/i18n/markdown";
import { Fragment, useMemo, type ReactNode } from "react";
import { ScrollFrame } from "./ScrollFrame.tsx";
import "./styles/markdown.css";

export interface MarkdownProps {
  /** Small Markdown; whatever it contains becomes only text, lists, tables and safe links. */
  readonly text: string;
}

/** A text of the club: rules, help, notices. */
export function Markdown({ text }: MarkdownProps): ReactNode {
  const blocks = useMemo(() => readMarkdown(text), [text]);
  return (
    <div className="markdown down gap-3">
      {blocks.map((block, index) => (
        // The blocks of one fixed text: their position is their identity.
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? (
        <h2>
          <Words inline={block.children} />
        </h2>
      ) : (
        <h3>
          <Words inline={block.children} />
        </h3>
      );
    case "paragraph":
      return (
        <p>
          <Words inline={block.children} />
        </p>
      );
    case "list":
      return <ListView block={block} />;
    case "table":
      return <TableView block={block} />;
  }
}

function ListView({ block }: { readonly block: Extract<Block, { kind: "list" }> }): ReactNode {
  const items = block.items.map((item, index) => (
    <li key={index}>
      <Words inline={item} />
    </li>
  ));
  return block.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function TableView({ block }: { readonly block: Extract<Block, { kind: "table" }> }): ReactNode {
  return (
    <ScrollFrame className="markdown-table" label={block.head.map(textOf).join(", ")}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, index) => (
              <th key={index} scope="col">
                <Words inline={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, at) => (
                <td key={at}>
                  <Words inline={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
}

function textOf(inline: readonly Inline[]): string {
  return inline.map((each) => (each.kind === "text" ? each.text : textOf(each.children))).join("");
}

function Words({ inline }: { readonly inline: readonly Inline[] }): ReactNode {
  return inline.map((each, index) => <Fragment key={index}>{wordOf(each)}</Fragment>);
}

function wordOf(inline: Inline): ReactNode {
  if (inline.kind === "text") return inline.text;
  const words = <Words inline={inline.children} />;
  if (inline.kind === "strong") return <strong>{words}</strong>;
  if (inline.kind === "em") return <em>{words}</em>;
  const isOutside = inline.href.startsWith("https:");
  return (
    <a href={inline.href} {...(isOutside ? { target: "_blank", rel: "noopener noreferrer" } : {})}>
      {words}
    </a>
  );
}
