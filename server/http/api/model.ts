import { modelEndpoints } from '../../domain/endpoints/model'
import { handlers } from '../handlers'
import { openaiModel } from '../relay/models'

export const modelRoutes = handlers(modelEndpoints, {
  'model.board': async ({ services }) => await services.models.board(),
  'model.by_type': async ({ services }) => services.models.byType(),
  'model.known': async ({ services }) =>
    services.models.known().map(({ id, owner }) => openaiModel(id, owner)),
  'model.enabled': async ({ services }) => await services.models.enabled(),
})
