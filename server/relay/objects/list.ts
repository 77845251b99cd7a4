/**
 * Lists hold the caller's own alone. Which those are is known here; what they are like now each
 * one's upstream reports.
 */
import { GatewayError, UpstreamError } from '../../domain/errors/gateway-error'
import { OWNED_FAMILY_ROWS, type OwnedFamilyRow } from '../../domain/objects/objects'
import { channelThatMade } from '../call/route/keys'
import { idIn, madeBeside, tailTo } from '../call/vendor-objects/rows'
import { parseObject } from '../formats/dialects/json-fields'
import { answerHeaders } from '../net/answer-headers'
import { UNTRANSLATED_HEADER } from '../net/cross-origin'
import type { OwnedQuestion, OwnedRow } from '../ports/ports'
import type { JsonObject } from '../wire/chat'
import { collected, forward, MAX_OBJECT_BYTES } from './forward'
import { type ObjectRequest, type OwnedRelay, placeOf } from './object-request'

const USUAL_LIMIT = 20
const MOST = 100
const AT_ONCE = 8
/** A filter may leave little of a page; then the next ones are looked at, too. */
const MOST_PAGES = 5

interface Page {
  readonly objects: readonly JsonObject[]
  readonly hasMore: boolean
  /** The id behind which the next page begins. */
  readonly last: string | undefined
  /** Ids that cannot be shown now. */
  readonly hidden: readonly string[]
}

export async function listOwned(ports: OwnedRelay, admitted: ObjectRequest): Promise<Response> {
  const page = await read(ports, admitted)
  const { hidden } = page
  admitted.ending()
  return Response.json(pageBody(OWNED_FAMILY_ROWS[admitted.route.family], page), {
    headers: {
      ...answerHeaders(admitted.requestId),
      ...(hidden.length > 0 && {
        [UNTRANSLATED_HEADER]: hidden.map((id) => `data:${encodeURIComponent(id)}`).join(', '),
      }),
    },
  })
}

function pageBody({ listObject, listField }: OwnedFamilyRow, page: Page): object {
  const { objects, hasMore, last } = page
  if (listField !== undefined) {
    return { [listField]: objects, ...(hasMore && { nextPageToken: last }) }
  }
  const body = {
    data: objects,
    has_more: hasMore,
    first_id: objects.at(0)?.id ?? null,
    last_id: objects.at(-1)?.id ?? null,
  }
  return listObject === '' ? body : { object: listObject, ...body }
}

async function read(ports: OwnedRelay, admitted: ObjectRequest): Promise<Page> {
  const { relay } = ports
  const { query } = admitted
  const question = questionOf(admitted)
  const purpose = query.get('purpose')
  const isBackwards = query.has('before_id')
  const objects: JsonObject[] = []
  const hidden: string[] = []
  let { after } = question
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const missing = question.limit - objects.length
    const rows = await relay.owned.page({ ...question, after, limit: missing + 1 })
    const shown = rows.slice(0, missing)
    after = shown.at(-1)?.id
    for (const found of await objectsOf(ports, admitted, shown)) {
      if (typeof found === 'string') hidden.push(found)
      else if (found !== undefined && (!purpose || found.purpose === purpose)) objects.push(found)
    }
    if (rows.length <= missing) return whole(false)
    if (objects.length >= question.limit) break
  }
  return whole(true)

  function whole(hasMore: boolean): Page {
    const inOrder = isBackwards ? objects.toReversed() : objects
    return { objects: inOrder, hasMore, last: after, hidden }
  }
}

function questionOf({ query, route, caller }: ObjectRequest): OwnedQuestion {
  const { kind } = OWNED_FAMILY_ROWS[route.family]
  const limit = Number(query.get('limit') ?? query.get('pageSize') ?? USUAL_LIMIT)
  const before = query.get('before_id')
  const isAscending = before !== null || query.get('order') === 'asc'
  return {
    userId: caller.user.id,
    kind,
    after: before ?? firstIn(query, 'after', 'after_id', 'pageToken'),
    limit: Number.isInteger(limit) ? Math.min(Math.max(limit, 1), MOST) : USUAL_LIMIT,
    order: isAscending ? 'asc' : 'desc',
  }
}

function firstIn(query: URLSearchParams, ...names: readonly string[]): string | undefined {
  return names.map((name) => query.get(name)).find((value) => value) ?? undefined
}

/** An id for what cannot be fetched now; nothing for what its upstream has forgotten. */
async function objectsOf(
  ports: OwnedRelay,
  admitted: ObjectRequest,
  rows: readonly OwnedRow[],
): Promise<readonly (JsonObject | string | undefined)[]> {
  const found: (JsonObject | string | undefined)[] = []
  const waiting = [...rows.entries()]
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, row] = next
      found[at] = await objectOf(ports, admitted, row)
    }
  })
  await Promise.all(workers)
  return found
}

async function objectOf(
  { relay }: OwnedRelay,
  admitted: ObjectRequest,
  row: OwnedRow,
): Promise<JsonObject | string | undefined> {
  const { family } = admitted.route
  const channel = channelThatMade(relay.directory, row)
  if (channel === undefined) return row.id
  // Of another vendor, whose clients have the same path.
  if (channel.type.keeps[family] === undefined) return undefined
  try {
    const answer = await forward(relay, {
      channel,
      family,
      method: 'GET',
      tail: tailTo(family, row.id),
      body: null,
      bodyHeaders: {},
      clientHeaders: admitted.vendorHeaders,
    })
    const object = parseObject((await collected(answer, MAX_OBJECT_BYTES)).toString())
    if (object === undefined || idIn(object, family) === undefined) return row.id
    await relay.owned.keep(madeBeside(placeOf(relay, admitted, channel), family, object))
    return object
  } catch (error) {
    if (error instanceof UpstreamError && error.upstreamStatus === 404) return undefined
    if (error instanceof GatewayError) return row.id
    throw error
  }
}
