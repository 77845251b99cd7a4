import { priceSourceEndpoints } from '../../domain/endpoints/price-source'
import type { GatewayError } from '../../domain/errors/gateway-error'
import { messageOf } from '../../domain/errors/message'
import type { Language } from '../../domain/i18n/translate'
import type { PriceSourceView } from '../../services/prices/sources/keep'
import { handlers } from '../handlers'

export const priceSourceRoutes = handlers(priceSourceEndpoints, {
  'price_source.list': async ({ services, language }) =>
    (await services.priceSources.list()).map((source) => sourceJson(source, language)),
  'price_source.create': async ({ body, services, actor, language }) =>
    sourceJson(await services.priceSources.create(actor, body), language),
  'price_source.update': async ({ params, body, services, actor, language }) =>
    sourceJson(await services.priceSources.change(actor, { ...body, id: params.id }), language),
  'price_source.remove': async ({ params, services, actor }) => {
    await services.priceSources.remove(actor, params.id)
  },
  'price_source.preview': async ({ body, services, actor }) => {
    const { proposals, left_out, ...preview } = await services.prices.preview(actor, body)
    return { ...preview, proposals: [...proposals], left_out: [...left_out] }
  },
  'price_source.fetch': async ({ params, services, actor }) => {
    const { applied, waiting, news, left_out, ...taken } = await services.prices.take(actor, {
      source: params.id,
    })
    const lists = { applied: [...applied], waiting: [...waiting], news: [...news] }
    return { ...taken, ...lists, left_out: [...left_out] }
  },
  'price_review.list': async ({ services }) => [...(await services.priceReviews.list())],
  'price_review.apply': async ({ body, services, actor }) =>
    await services.priceReviews.apply(actor, body),
  'price_review.dismiss': async ({ body, services, actor }) => {
    await services.priceReviews.dismiss(actor, body)
  },
  'price_change.list': async ({ query: { p: page, page_size }, services, language }) => {
    const { items, ...rest } = await services.prices.changes({ page, page_size })
    const localized = items.map((row) => ({ ...row, failure: textOf(row.failure, language) }))
    return { ...rest, items: localized }
  },
  'price_change.create': async ({ body, services, actor }) =>
    await services.prices.apply(actor, body),
  'price_change.roll_back': async ({ params, body, services, actor }) => {
    const input = { id: params.id, skipsChanged: body.skip_changed }
    const { skipped, ...done } = await services.prices.rollBack(actor, input)
    return { ...done, skipped: [...skipped] }
  },
  'price_change.cancel': async ({ params, services, actor }) => {
    await services.prices.cancel(actor, params.id)
  },
})

function sourceJson(source: PriceSourceView, language: Language) {
  const { providers, margins, failure, ...rest } = source
  const lists = { providers: [...providers], margins: [...margins] }
  return { ...rest, ...lists, failure: textOf(failure, language) }
}

function textOf(failure: GatewayError | undefined, language: Language): string {
  return failure === undefined ? '' : messageOf(failure, language)
}
