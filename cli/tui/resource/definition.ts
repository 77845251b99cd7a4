/** A list of one noun as its screen states it; `ResourceScreen` does the rest. */
import type { TextKey } from '../../../server/domain/i18n/translate'
import type { Column } from '../../../server/domain/resources/resource'
import type { CellText, Reader } from '../cells'
import type { FieldRow, FormDraft } from '../form-draft'
import type { Tools } from '../tools'
import type { TableSort } from '../widgets/table/Table'

export interface Identified {
  readonly id: number
}

export interface ListQuery {
  /** From 1. */
  readonly page: number
  readonly size: number
  readonly keyword: string
  readonly filters: Readonly<Record<string, string>>
  readonly sort: TableSort | undefined
}

export interface RowsPage<Row> {
  readonly rows: readonly Row[]
  readonly total: number
  /** Shown above the list. */
  readonly note?: string
}

export interface RowTools extends Tools {
  readonly reload: () => void
}

interface ActionFacts {
  readonly key: string
  readonly title: TextKey
}

export interface RowAction<Row> extends ActionFacts {
  /** Absent for actions that every row has. */
  readonly isFor?: (row: Row, tools: Tools) => boolean
  /** Asked before; absent for what can be taken back. */
  readonly question?: (
    row: Row,
    tools: Tools,
  ) => { readonly title: string; readonly message?: string }
  /** Returns the message, if any. */
  readonly run: (row: Row, tools: RowTools) => Promise<string | undefined>
  /** What brings the row back to how it is; absent where nothing does. */
  readonly undo?: (row: Row, tools: RowTools) => (() => Promise<unknown>) | undefined
  /** For all chosen rows in one call; without it each is done by itself. */
  readonly runMany?: (rows: readonly Row[], tools: RowTools) => Promise<string | undefined>
  /** Makes no sense for several rows at once. */
  readonly isSingle?: boolean
  /** Nothing is lost by it, so several rows need no question either. */
  readonly isHarmless?: boolean
}

/** Of the whole list. */
export interface ListAction extends ActionFacts {
  readonly question?: (tools: Tools) => { readonly title: string; readonly message?: string }
  readonly run: (tools: RowTools) => Promise<string | undefined>
}

export interface ResourceDefinition<Row extends Identified> {
  readonly id: string
  readonly hotkey: string
  readonly title: TextKey
  readonly columns: Readonly<Record<string, Column>>
  readonly titleOf: (name: string) => TextKey
  readonly nameOf: (row: Row) => string
  /** What is copied of it; its name when absent. */
  readonly copyOf?: (row: Row) => string
  /** Absent when the list cannot be searched. */
  readonly searchTitle?: TextKey
  readonly filters?: (tools: Tools) => Promise<readonly FieldRow[]>
  /** Columns that the gateway can order by; the first is the order at first. */
  readonly sorts?: readonly TableSort[]
  readonly list: (tools: Tools, query: ListQuery) => Promise<RowsPage<Row>>
  readonly cell?: (name: string, row: Row, reader: Reader) => CellText | undefined
  readonly isResting?: (row: Row) => boolean
  readonly rowActions?: readonly RowAction<Row>[]
  readonly listActions?: readonly ListAction[]
  readonly create?: (tools: Tools) => Promise<FormDraft>
  readonly edit?: (row: Row, tools: Tools) => Promise<FormDraft>
  readonly canEdit?: (row: Row, tools: Tools) => boolean
  /** Lines in addition to the columns. */
  readonly facts?: (row: Row, tools: Tools) => readonly string[]
  /** Milliseconds between two readings while the list is followed. */
  readonly followMs?: number
  /** Calls that end change it, and nothing else: it is read when the gateway says so. */
  readonly isPushed?: true
}
