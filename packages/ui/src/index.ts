export { AppShell, type AppShellProps } from "./AppShell.tsx";
export { BetTypeBar, type BetTypeBarProps } from "./BetTypeBar.tsx";
export { BetTypePicker, type BetTypeOption, type BetTypePickerProps } from "./BetTypePicker.tsx";
export { Button, PrimaryButton, type ButtonProps } from "./Button.tsx";
export { Card, type CardProps } from "./Card.tsx";
export { classes } from "./classes.ts";
export { clubNow, setClockOffset, useClock } from "./clock.ts";
export { Cloth, type ClothProps } from "./Cloth.tsx";
export { ClubMark } from "./ClubMark.tsx";
export { CodeField, type CodeFieldProps } from "./CodeField.tsx";
export { ColumnHead, type ColumnHeadProps } from "./ColumnHead.tsx";
export { CopyBoard, CopyRow, type CopyRowProps } from "./CopyRow.tsx";
export { CostBar, type CostBarProps, type CostCell } from "./CostBar.tsx";
export { Countdown, type CountdownProps } from "./Countdown.tsx";
export { DateField, type DateFieldProps } from "./DateField.tsx";
export { DatePicker, type DatePickerProps } from "./DatePicker.tsx";
export {
  DateRangePicker,
  type DateRangePickerProps,
  type PickedRange,
} from "./DateRangePicker.tsx";
export {
  clampValue,
  countDays,
  orderRange,
  readValue,
  type DayRange,
  type Picked,
  type PickerInput,
  type PickerMode,
  type PickerOutput,
} from "./date-picker.ts";
export { DateStrip, type DateStripDay, type DateStripProps } from "./DateStrip.tsx";
export {
  DividendTable,
  PlacingRow,
  type DividendLine,
  type DividendPool,
  type DividendTableProps,
  type PlacingRowProps,
} from "./DividendTable.tsx";
export { EmptyState, type EmptyStateProps } from "./EmptyState.tsx";
export { ErrorState, type ErrorStateProps } from "./ErrorState.tsx";
export { Field, FieldNote, type FieldProps } from "./Field.tsx";
export { Figure, FigureGrid, type FigureProps } from "./Figure.tsx";
export { FilterChips, type FilterChipsProps } from "./FilterChips.tsx";
export { FloatingButton, type FloatingButtonProps } from "./FloatingButton.tsx";
export { Icon, type IconName, type IconProps } from "./Icon.tsx";
export { IconButton, type IconButtonProps } from "./IconButton.tsx";
export { loadIcons } from "./icons.ts";
export { InstallCard, type InstallCardProps } from "./InstallCard.tsx";
export {
  FriendRow,
  InviteBoard,
  type FriendRowProps,
  type InviteBoardProps,
} from "./InviteBoard.tsx";
export { Keypad, type KeypadProps } from "./Keypad.tsx";
export { centsOfTyped, pressKey, typedOfCents, type KeypadKey } from "./keypad.ts";
export { lazyPage, PageBoundary, type LoadPage } from "./lazy-page.tsx";
export { LegRow, SlipRunner, type SlipRunnerProps } from "./LegRow.tsx";
export { LimitLine, LimitRing, type LimitLineProps, type LimitRingProps } from "./LimitRing.tsx";
export { ListGroup, ListRow, type ListRowProps } from "./ListRow.tsx";
export { LiveFrame, type LiveAct, type LiveFrameProps } from "./LiveFrame.tsx";
export { LoadingIndicator } from "./LoadingIndicator.tsx";
export { LONG_PRESS_MS, LONG_PRESS_PX, useLongPress } from "./long-press.ts";
export { LoadMore, type LoadMoreProps } from "./LoadMore.tsx";
export {
  MarketGroup,
  MarketLines,
  MarketOdds,
  type MarketGroupProps,
  type MarketLinesProps,
} from "./MarketGroup.tsx";
export { MatchBoard, type MatchBoardProps } from "./MatchBoard.tsx";
export {
  MatchGroup,
  MatchPrices,
  MatchRow,
  type MatchGroupProps,
  type MatchRowProps,
} from "./MatchRow.tsx";
export { Markdown, type MarkdownProps } from "./Markdown.tsx";
export { MeetingCard, type MeetingCardProps } from "./MeetingCard.tsx";
export { Meter, type MeterProps } from "./Meter.tsx";
export { Money, type MoneyProps } from "./Money.tsx";
export { NextToJump, type NextPrice, type NextRace, type NextToJumpProps } from "./NextToJump.tsx";
export { Notice, type NoticeProps } from "./Notice.tsx";
export { OddsArrow, OddsButton, type OddsButtonProps, type OddsMove } from "./OddsButton.tsx";
export { OfflineBar, type OfflineBarProps } from "./OfflineBar.tsx";
export {
  DayHead,
  OrderCard,
  type DayHeadProps,
  type OrderAmount,
  type OrderCardProps,
} from "./OrderCard.tsx";
export { PoolStrip, type PoolStripProps } from "./PoolStrip.tsx";
export { Popup, type PopupProps } from "./Popup.tsx";
export { PriceButton, type PriceButtonProps, type PriceMove } from "./PriceButton.tsx";
export { DayCard, ProductCard, type DayCardProps, type ProductCardProps } from "./ProductCard.tsx";
export { ProductDrawing, type ProductDrawingName } from "./ProductDrawing.tsx";
export { PullToRefresh, usePullToRefresh, type PullToRefreshProps } from "./PullToRefresh.tsx";
export { RaceChip, type RaceChipProps, type RaceChipState } from "./RaceChip.tsx";
export { RaceHead, type RaceHeadProps } from "./RaceHead.tsx";
export { RaceStrip, type RaceStripItem, type RaceStripProps } from "./RaceStrip.tsx";
export { Rail } from "./Rail.tsx";
export { RailHero, type RailHeroProps } from "./RailHero.tsx";
export { Receipt, type ReceiptProps, type ReceiptRunner } from "./Receipt.tsx";
export { RunnerRow, type RunnerRowProps } from "./RunnerRow.tsx";
export { Section, type SectionProps } from "./Section.tsx";
export { Segmented, type SegmentedProps } from "./Segmented.tsx";
export { SelectField, type SelectFieldProps } from "./SelectField.tsx";
export { SelectionGrid, type SelectionGridProps } from "./SelectionGrid.tsx";
export {
  toggleInOrder,
  type GridCell,
  type GridCellState,
  type GridColumn,
  type GridRow,
} from "./selection-grid.ts";
export { ScrollFrame } from "./ScrollFrame.tsx";
export { SelectionLine, type SelectionLineProps, type SelectionPart } from "./SelectionLine.tsx";
export { Sheet, type SheetProps } from "./Sheet.tsx";
export { Silk, type SilkProps } from "./Silk.tsx";
export { silkFromSeed, type SilkDesign, type SilkPattern } from "./silk-pattern.ts";
export { Skeleton, type SkeletonProps } from "./Skeleton.tsx";
export { Sparkline, type SparklineProps } from "./Sparkline.tsx";
export {
  FormFacts,
  FormMatches,
  FormSides,
  type FormFactRow,
  type FormMatch,
  type FormSide,
} from "./FormTable.tsx";
export { SportChips, type SportChipsProps } from "./SportChips.tsx";
export {
  SportOrderLegs,
  SportProgress,
  type SportLegState,
  type SportOrderLeg,
} from "./SportOrderLegs.tsx";
export {
  SportSlipBar,
  SportSlipLeg,
  SportStakeRow,
  type SportSlipBarProps,
  type SportSlipLegProps,
  type SportStakeRowProps,
} from "./SportSlip.tsx";
export { Row, Stack, type RowProps, type StackProps } from "./Stack.tsx";
export { StakeChips, type StakeChipsProps } from "./StakeChips.tsx";
export { StakeField, type StakeFieldProps } from "./StakeField.tsx";
export { StatementRow, type StatementRowProps } from "./StatementRow.tsx";
export { StepPlot, type StepPlotProps } from "./StepPlot.tsx";
export { TabBar, type TabBarItem, type TabBarProps } from "./TabBar.tsx";
export { TabSwitch, type TabSwitchItem, type TabSwitchProps } from "./TabSwitch.tsx";
export { Tag, type TagProps, type TagTone } from "./Tag.tsx";
export { Tap, type TapTarget } from "./Tap.tsx";
export { TextLink, type TextLinkProps } from "./TextLink.tsx";
export { TextProvider, useLanguage, useText } from "./text.tsx";
export { TimeLine, type TimeLineProps, type TimeLineStep } from "./TimeLine.tsx";
export { hideToast, showToast } from "./toast-store.ts";
export { ToastRegion } from "./Toast.tsx";
export { Checkbox, Toggle, type ToggleProps } from "./Toggle.tsx";
export { TopBar, type TopBarProps } from "./TopBar.tsx";
export { ToteBoard, type ToteBoardProps } from "./ToteBoard.tsx";
export { Transition, TRANSITION_MS, type TransitionProps } from "./Transition.tsx";
export { ValueRow, type ValueRowProps } from "./ValueRow.tsx";
export { UpdateBar, type UpdateBarProps } from "./UpdateBar.tsx";
