import { optionEndpoints } from '../../domain/endpoints/option'
import { translate } from '../../domain/i18n/translate'
import { reply } from '../envelope'
import { handlers } from '../handlers'

export const optionRoutes = handlers(optionEndpoints, {
  'option.list': async ({ services }) => {
    const options = await services.options.list()
    const secrets = options.filter(({ secret }) => secret)
    return reply({
      data: options.filter(({ secret }) => !secret).map(({ key, value }) => ({ key, value })),
      extra: { secrets: Object.fromEntries(secrets.map(({ key, is_set }) => [key, is_set])) },
    })
  },
  'option.set': async ({ body, services, actor }) => {
    await services.options.setTyped(actor, body)
  },
  'option.reset': async ({ params, services, actor }) => {
    await services.options.reset(actor, params.key)
  },
  'option.reset_model_ratio': async ({ services, actor, language }) => {
    await services.options.reset(actor, 'ModelRatio')
    return reply<undefined>({ message: translate(language, 'reply.model_ratio_reset') })
  },
})
