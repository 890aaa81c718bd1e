export { AlertList, type ConsoleAlert } from "./console/AlertList.tsx";
export { ConsoleButton, type ConsoleButtonProps } from "./console/ConsoleButton.tsx";
export {
  ConsoleField,
  ConsoleSelect,
  type ConsoleFieldProps,
  type ConsoleSelectProps,
} from "./console/ConsoleField.tsx";
export { ConsoleIcon, type AnyIconName } from "./console/ConsoleIcon.tsx";
export {
  ConsoleShell,
  type ConsoleNavGroup,
  type ConsoleNavItem,
  type ConsoleShellProps,
} from "./console/ConsoleShell.tsx";
export { column, DataTable, type DataColumn, type DataTableProps } from "./console/DataTable.tsx";
export { DayLine, type DayLineProps, type DayLineState } from "./console/DayLine.tsx";
export { DueBoard, type DueBoardProps } from "./console/DueBoard.tsx";
export { FactList, type Fact } from "./console/FactList.tsx";
export { KeyCap } from "./console/KeyCap.tsx";
export { Panel, PanelHead, type PanelProps } from "./console/Panel.tsx";
export { StatusSteps, type StatusStepsProps } from "./console/StatusSteps.tsx";
export { useKeys, type KeyMap } from "./console/use-keys.ts";
export { Figure, FigureGrid, type FigureProps } from "./Figure.tsx";
export { ScrollFrame } from "./ScrollFrame.tsx";
export { Segmented, type SegmentedProps } from "./Segmented.tsx";
export { Tag, type TagProps, type TagTone } from "./Tag.tsx";
export { ConsoleDialog, type ConsoleDialogProps } from "./console-parts/ConsoleDialog.tsx";
export { DropZone, type DropZoneProps } from "./console-parts/DropZone.tsx";
export { Overdue, overdueText } from "./console-parts/Overdue.tsx";
export { Palette, type PaletteItem, type PaletteProps } from "./console-parts/Palette.tsx";
export { PanelState, type PanelStateProps } from "./console-parts/PanelState.tsx";
export {
  ClothLine,
  PlacingList,
  type PlacingListProps,
  type PlacingRunner,
} from "./console-parts/PlacingList.tsx";
export {
  IdentityLine,
  PoolTable,
  type PoolTableProps,
  type PoolTableRow,
  type PoolTableWin,
} from "./console-parts/PoolTable.tsx";
export { Verdict, type VerdictProps } from "./console-parts/Verdict.tsx";
export { BookLines, type BookLinesProps } from "./console-parts/BookLines.tsx";
export { StepLines, type StepLine, type StepLinesProps } from "./console-parts/StepLines.tsx";
export { FlowPlot, type FlowEnd, type FlowPlotProps } from "./console-parts/FlowPlot.tsx";
export {
  SportBook,
  SportBookBar,
  SportLimitBar,
  SportTotals,
  type SportTotal,
} from "./SportDesk.tsx";
