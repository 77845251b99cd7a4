import { noticeEndpoints } from '../../domain/endpoints/notice'
import { handlers } from '../handlers'
import { orderOf } from './order-of'

export const noticeRoutes = handlers(noticeEndpoints, {
  'notice.list': async ({ query, services, language }) => {
    const { p: page, page_size, state, username, user_id } = query
    const filter = { state, username, userId: user_id || undefined, order: orderOf(query) }
    const list = await services.notifications.list({ ...filter, page, page_size, language })
    const items = list.items.map((row) => ({
      ...row,
      created_at: seconds(row.created_at),
      next_at: seconds(row.next_at),
      done_at: seconds(row.done_at),
    }))
    return { ...list, items }
  },
  'notice.retry': async ({ params, services, actor }) => {
    const { way } = await services.notifications.retry(actor, params.id)
    return { way }
  },
  'notice.dismiss': async ({ params, services, actor }) =>
    await services.notifications.dismiss(actor, params.id),
  'notice.test': async ({ services, actor }) => await services.notifications.testOwn(actor),
  'notice.test_mail': async ({ body: { to = '' }, services, actor, language }) =>
    await services.notifications.testMail(actor, { to, language }),
})

function seconds(epochMs: number): number {
  return Math.floor(epochMs / 1000)
}
