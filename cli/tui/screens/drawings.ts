import type { DataOf } from '../../../server/domain/api-calls/contract'
import { drawingResource } from '../../../server/domain/resources/drawings'
import { DRAWING_SUBMIT_CODE, drawingStatus, statusName } from '../../../server/domain/status'
import type { CellText, Reader } from '../cells'
import type { RowsPage } from '../resource/definition'
import { resourceScreen } from '../resource/ResourceScreen'
import type { Text, Tools } from '../tools'
import { jobActions } from './job-actions'
import {
  channelFilter,
  channelIdOf,
  jobActionCell,
  jobStatusCell,
  secondsBetween,
  timeCell,
} from './job-cells'
import { ownerAction } from './owner-action'
import { timeBounds, timeFilters } from './time-filters'

type Drawing = DataOf<'drawing.list'>[number] & { readonly seconds: number | undefined }

type DrawingColumn = keyof typeof drawingResource.columns

const CODES = Object.entries(DRAWING_SUBMIT_CODE) as readonly [
  keyof typeof DRAWING_SUBMIT_CODE,
  number,
][]

function codeCell(code: number, text: Text): CellText {
  const name = CODES.find(([, value]) => value === code)?.[0]
  return { text: name === undefined ? String(code) : text(`job_code.${name}`), tone: 'none' }
}

/** Times of drawings are in milliseconds. */
const CELLS: Partial<Record<string, (row: Drawing, reader: Reader) => CellText>> = {
  submit_time: (row, reader) => timeCell(row.submit_time / 1000, reader),
  finish_time: (row, reader) => timeCell(row.finish_time / 1000, reader),
  action: (row, { text }) => jobActionCell(row.action, text),
  code: (row, { text }) => codeCell(row.code, text),
  status: ({ status }, { text }) => jobStatusCell(statusName(drawingStatus, status), status, text),
}

function pageOf(rows: DataOf<'drawing.list'>, total: number | undefined): RowsPage<Drawing> {
  return {
    rows: rows.map((row) => {
      const { submit_time, finish_time } = row
      return { ...row, seconds: secondsBetween(submit_time / 1000, finish_time / 1000) }
    }),
    total: total ?? rows.length,
  }
}

const OWNER = ownerAction<Drawing>(({ user_id }) => String(user_id))

/** What a row has no room for. */
function drawingFacts(drawing: Drawing, { text }: Tools): readonly string[] {
  const { prompt, prompt_en, fail_reason, image_url } = drawing
  const facts = [
    ['field.drawing.prompt', prompt],
    ['field.drawing.prompt_en', prompt_en === prompt ? '' : prompt_en],
    ['field.drawing.fail_reason', fail_reason],
    ['field.drawing.image_url', image_url],
  ] as const
  return facts.flatMap(([title, value]) => (value === '' ? [] : [`${text(title)}: ${value}`]))
}

export const drawingScreen = resourceScreen<Drawing>({
  id: 'drawing',
  hotkey: 'I',
  title: 'nav.drawing',
  columns: drawingResource.columns,
  titleOf: (column) => `field.drawing.${column as DrawingColumn}`,
  nameOf: ({ mj_id }) => mj_id,
  searchTitle: 'job.by_id',
  filters: async ({ text }) => [channelFilter(text), ...timeFilters(text)],
  list: async ({ api, text }, { page, size, keyword, filters }) => {
    const { from, to } = timeBounds(filters, text)
    const { data, total } = await api.call('drawing.list', {
      query: {
        p: page - 1,
        page_size: size,
        mj_id: keyword,
        channel_id: channelIdOf(filters, text),
        start_timestamp: from && from * 1000,
        end_timestamp: to && to * 1000,
      },
    })
    return pageOf(data, total)
  },
  cell: (column, row, reader) => CELLS[column]?.(row, reader),
  rowActions: [...jobActions<Drawing>('drawing', ({ mj_id }) => mj_id), OWNER],
  facts: drawingFacts,
  followMs: 5000,
})
