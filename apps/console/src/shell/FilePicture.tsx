import { classes } from "@club/ui";
import { PanelState, ScrollFrame } from "@club/ui/console";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, type ReactNode } from "react";
import { fetchFile } from "../api/client.ts";

/** A picture that only operators may see: fetched with the session, and kept only on the page. */
export function FilePicture(props: {
  readonly path: string;
  readonly label: string;
  readonly failedText: string;
  readonly isLarge: boolean;
}): ReactNode {
  const { path, label } = props;
  const query = useQuery({
    queryKey: ["picture", path],
    queryFn: async () => await fetchFile(path),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = query;
  const url = useMemo(() => (data === undefined ? undefined : URL.createObjectURL(data)), [data]);
  useEffect(() => () => (url === undefined ? undefined : URL.revokeObjectURL(url)), [url]);
  if (query.isError) {
    return (
      <PanelState state="failed" text={props.failedText} onRetry={() => void query.refetch()} />
    );
  }
  if (url === undefined) return <PanelState state="loading" rows={6} />;
  return (
    <ScrollFrame className={classes("picture", props.isLarge && "picture-large")} label={label}>
      <img src={url} alt={label} />
    </ScrollFrame>
  );
}
