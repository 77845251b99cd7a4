import { contactPointNames } from '../../../db/tables/contact-points'
import { countOutbox, listOutbox, type OutboxFilter } from '../../../db/tables/outbox'
import type { RowOrder } from '../../../db/tables/row-order'
import { userNames } from '../../../db/tables/users'
import { messageOf } from '../../domain/errors/message'
import { type Language, translate } from '../../domain/i18n/translate'
import type { NoticeSort } from '../../domain/resources/notices'
import { type Page, type PageRequest, pageOf, pageWindow } from '../page'
import type { ServiceDeps } from '../service-deps'
import { readContent, readFailure } from './notice'

export interface ListNoticesInput extends OutboxFilter, PageRequest {
  readonly order?: RowOrder<NoticeSort> | undefined
  /** Of titles and failures. */
  readonly language: Language
}

export interface NoticeView {
  readonly id: number
  readonly user_id: number
  readonly username: string
  /** Name of the contact point that it goes to; "" for the user's own setting. */
  readonly contact_point: string
  /** As webhooks name it. */
  readonly type: string
  readonly title: string
  readonly state: string
  /** Id of a service, "" for not tried by any. */
  readonly way: string
  readonly attempts: number
  /** Why the last attempt failed; "" otherwise. */
  readonly failure: string
  /** Epoch milliseconds, as the next two. */
  readonly created_at: number
  /** 0 when nobody tries any more. */
  readonly next_at: number
  /** 0 while it is open. */
  readonly done_at: number
}

/**
 * What was to be sent to whom, newest first unless another order is requested. Addresses and
 * secrets stay out of it.
 */
export async function listNotices(
  deps: ServiceDeps,
  input: ListNoticesInput,
): Promise<Page<NoticeView>> {
  const { lists } = deps.db
  const { language, order } = input
  const window = pageWindow(input)
  const [rows, total] = await Promise.all([
    listOutbox(lists, input, { ...window, order }),
    countOutbox(lists, input),
  ])
  const names = await userNames(lists, [...new Set(rows.map(({ user_id }) => user_id))])
  const pointIds = new Set(rows.map(({ contact_point_id }) => contact_point_id))
  const points = await contactPointNames(lists, [...pointIds])
  const views = rows.map((row): NoticeView => {
    const content = readContent(row.content)
    const failure = readFailure(row.failure)
    const { id, user_id, type, way, attempts, created_at, contact_point_id } = row
    const point = points.get(contact_point_id)
    return {
      id,
      user_id,
      username: names.get(user_id) ?? '',
      contact_point: contact_point_id === 0 ? '' : (point ?? `#${contact_point_id}`),
      type,
      title: content === undefined ? type : translate(language, content.title, content.params),
      state: row.state,
      way,
      attempts,
      failure: failure === undefined ? '' : messageOf(failure, language),
      created_at,
      next_at: row.next_at ?? 0,
      done_at: row.done_at ?? 0,
    }
  })
  return pageOf(window, views, total)
}
