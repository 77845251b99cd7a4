import {
  countDrawings,
  type DrawingFilter,
  type DrawingRow,
  listDrawings,
} from '../../../db/tables/drawings'
import { SERVES_DRAWINGS } from '../../domain/job-kinds'
import { optionValues } from '../options/current'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'

export type DrawingView = DrawingRow

export type ListDrawingsInput = DrawingFilter & PageRequest

/** Newest first. Callers on behalf of a user must set `userId`. */
export async function listDrawingPage(
  deps: ServiceDeps,
  input: ListDrawingsInput = {},
): Promise<Page<DrawingView>> {
  const { reader, lists } = deps.db
  const window = pageWindow(input)
  const options = await optionValues(reader)
  // Through us, browsers need not reach the upstream's image host.
  const throughUs = SERVES_DRAWINGS && options.MjForwardUrlEnabled && options.ServerAddress !== ''
  const rows = await listDrawings(lists, input, window)
  const shown = rows.map((row) =>
    throughUs && row.image_url !== ''
      ? { ...row, image_url: `${options.ServerAddress}/mj/image/${row.mj_id}` }
      : row,
  )
  return pageOf(window, shown, await countDrawings(lists, input))
}

/** Without the channel, which is the operator's business. */
export async function listOwnDrawingPage(
  deps: ServiceDeps,
  input: Omit<ListDrawingsInput, 'channelId'> & { readonly userId: number },
): Promise<Page<DrawingView>> {
  const page = await listDrawingPage(deps, input)
  return { ...page, items: page.items.map((row) => ({ ...row, channel_id: 0 })) }
}
