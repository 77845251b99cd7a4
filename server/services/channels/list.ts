import {
  type ChannelFilter,
  type ChannelOrder,
  type ChannelSort,
  channelsOfTags,
  countChannels,
  countTags,
  listChannels,
  listTags,
} from '../../../db/tables/channels'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { withCooldowns } from './cooling'
import { type ChannelView, toChannelView } from './view'

export type ListChannelsInput = Omit<ChannelFilter, 'keyHash'> &
  PageRequest & {
    /** Highest priority first when absent. */
    readonly order?: ChannelOrder | undefined
    readonly sort?: ChannelSort | undefined
  }

export type ListTagsInput = ListChannelsInput & {
  /** Whether channels without a tag follow the tags, each an entry of the list by itself. */
  readonly withUntagged?: boolean | undefined
}

export interface TagPage extends Page<ChannelView> {
  readonly untagged: number
}

/** Front ends that page by themselves want all of a search at once; more is never sent. */
const MAX_FOUND = 1000

/** A keyword finds ids, parts of names, and full keys. */
export async function listChannelPage(
  deps: ServiceDeps,
  input: ListChannelsInput = {},
): Promise<Page<ChannelView>> {
  const window = pageWindow(input)
  const filter = filterOf(deps, input)
  const page = { ...window, order: input.order ?? 'priority', sort: input.sort }
  const rows = await listChannels(deps.db.lists, filter, page)
  const shown = await withCooldowns(deps, rows.map(toChannelView))
  return pageOf(window, shown, await countChannels(deps.db.lists, filter))
}

/**
 * Pages over the tags of what the filter finds: all channels of each tag. Those without one are
 * counted as `untagged`. `total` counts tags, and with `withUntagged` those channels too.
 */
export async function listTagPage(deps: ServiceDeps, input: ListTagsInput = {}): Promise<TagPage> {
  const window = pageWindow(input)
  const filter = filterOf(deps, input)
  const { lists } = deps.db
  const { order = 'priority', withUntagged = false } = input
  const loose = { ...filter, tag: null }
  const tags = await listTags(lists, filter, window)
  const tagCount = await countTags(lists, filter)
  const untagged = await countChannels(lists, loose)
  const rows = await channelsOfTags(lists, tags, order)
  const limit = withUntagged ? window.limit - tags.length : 0
  if (limit > 0) {
    const offset = Math.max(0, window.offset - tagCount)
    rows.push(...(await listChannels(lists, loose, { limit, offset, order })))
  }
  const shown = await withCooldowns(deps, rows.map(toChannelView))
  return { ...pageOf(window, shown, tagCount + (withUntagged ? untagged : 0)), untagged }
}

/** Everything that is found, up to a limit; with `byTag` whole tags of it. */
export async function searchChannels(
  deps: ServiceDeps,
  input: ListChannelsInput & { readonly byTag?: boolean | undefined },
): Promise<ChannelView[]> {
  const { lists } = deps.db
  const filter = filterOf(deps, input)
  const { order = 'priority', sort } = input
  const page = { limit: MAX_FOUND, offset: 0, order, sort }
  const rows = input.byTag
    ? await channelsOfTags(lists, await listTags(lists, filter, page), page.order)
    : await listChannels(lists, filter, page)
  return await withCooldowns(deps, rows.map(toChannelView))
}

function filterOf(deps: ServiceDeps, input: ListChannelsInput): ChannelFilter {
  const keyword = input.keyword?.trim() ?? ''
  return { ...input, keyHash: keyword === '' ? undefined : deps.sealer.keyedHash(keyword) }
}
