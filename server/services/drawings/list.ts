import {
  type DrawingFilter,
  type DrawingRow,
  drawingStates,
  listDrawings,
} from '../../../db/tables/drawings'
import type { RowOrder } from '../../../db/tables/row-order'
import { GatewayError } from '../../domain/errors/gateway-error'
import type { JobSort } from '../../domain/jobs/job-sorts'
import { pictureLink } from '../../domain/jobs/links'
import { DRAWING_STATUS } from '../../domain/status'
import { type JobResult, linkTerms, resultsOf } from '../jobs/results'
import { optionValues } from '../options/current'
import { type PageByStatus, type PageRequest, pageOf, pageWindow, totalOf } from '../page'
import type { ServiceDeps } from '../service-deps'

export interface DrawingView extends DrawingRow {
  readonly results: readonly JobResult[]
}

export interface ListDrawingsInput extends DrawingFilter, PageRequest {
  readonly order?: RowOrder<JobSort> | undefined
}

/** Newest first without an `order`. Callers on behalf of a user must set `userId`. */
export async function listDrawingPage(
  deps: ServiceDeps,
  input: ListDrawingsInput = {},
): Promise<PageByStatus<DrawingView>> {
  const { lists } = deps.db
  const window = pageWindow(input)
  const rows = await listDrawings(lists, input, { ...window, order: input.order })
  const states = await drawingStates(lists, input)
  const page = pageOf(window, await views(deps, rows), totalOf(states, input.status))
  return { ...page, states }
}

/** Throws `drawing.not_found`. */
export async function showDrawing(deps: ServiceDeps, mjId: string): Promise<DrawingView> {
  const rows = await listDrawings(deps.db.lists, { mjId }, { limit: 1, offset: 0 })
  const [drawing] = await views(deps, mjId === '' ? [] : rows)
  if (drawing === undefined) throw new GatewayError('drawing.not_found')
  return drawing
}

/** Through us, browsers need not reach the upstream's image host. */
async function views(deps: ServiceDeps, rows: readonly DrawingRow[]): Promise<DrawingView[]> {
  const options = await optionValues(deps.db.reader)
  const terms = linkTerms(deps, options)
  const made = await resultsOf(
    deps,
    rows.map(({ mj_id }) => mj_id),
    terms,
  )
  return rows.map((row) => {
    const { mj_id, status, progress, image_url } = row
    const results = made.get(mj_id) ?? []
    const isThroughUs = options.MjForwardUrlEnabled && image_url !== '' && results.length > 0
    if (!isThroughUs) return { ...row, results }
    const step = status === DRAWING_STATUS.success ? '' : progress
    return { ...row, results, image_url: pictureLink(terms, mj_id, step) }
  })
}

/** Without the channel, which is the operator's business. */
export async function listOwnDrawingPage(
  deps: ServiceDeps,
  input: Omit<ListDrawingsInput, 'channelId'> & { readonly userId: number },
): Promise<PageByStatus<DrawingView>> {
  const page = await listDrawingPage(deps, input)
  return { ...page, items: page.items.map((row) => ({ ...row, channel_id: 0 })) }
}
