/** Most days have no notice, so the code of its text is none of the first page's. */
export { Markdown as NoticeText } from "@club/ui";
