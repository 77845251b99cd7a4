import { pricingEndpoints } from '../../domain/endpoints/pricing'
import { reply } from '../envelope'
import { handlers } from '../handlers'

export const pricingRoutes = handlers(pricingEndpoints, {
  'pricing.list': async ({ services, viewer, language }) => {
    const pricing = await services.pricing.list({ group: viewer?.user.group, language })
    return reply({
      data: pricing.rows,
      extra: { group_ratio: pricing.groupRatio, usable_group: pricing.usableGroups },
    })
  },
  'pricing.ratio_config': ({ services }) => services.pricing.ratioConfig(),
})
