import { statusEndpoints } from '../../domain/endpoints/status'
import { GatewayError } from '../../domain/errors/gateway-error'
import { translate } from '../../domain/i18n/translate'
import { reply } from '../envelope'
import { handlers } from '../handlers'

export const statusRoutes = handlers(statusEndpoints, {
  'status.show': async ({ services, program }) => await services.site.status(program),
  'status.test': async ({ services, language }) => {
    await services.site.test()
    return reply<undefined>({ message: translate(language, 'site.running') })
  },
  'status.notice': async ({ services }) => await services.site.text('Notice'),
  'status.about': async ({ services }) => await services.site.text('About'),
  'status.faq': async ({ services }) => await services.site.text('FaqText'),
  'status.contact': async ({ services }) => await services.site.text('ContactText'),
  'status.user_agreement': async ({ services }) => await services.site.text('legal.user_agreement'),
  'status.privacy_policy': async ({ services }) => await services.site.text('legal.privacy_policy'),
  'status.home': async ({ services }) => await services.site.text('HomePageContent'),
  // The other two say nothing once a site is set up, and this one always is.
  'status.setup': async () => ({ status: true, root_init: false, database_type: '' }),
  'status.setup_again': async () => {
    throw new GatewayError('setup.done')
  },
})
