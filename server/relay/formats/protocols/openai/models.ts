import { createdSeconds } from '../model-age'
import type { ModelFacts, ModelShapes } from '../protocol'

const PERMISSION = {
  id: 'modelperm-LwHkVFn8AcMItP432fKKDIKJ',
  object: 'model_permission',
  allow_create_engine: true,
  allow_sampling: true,
  allow_logprobs: true,
  allow_search_indices: false,
  allow_view: true,
  allow_fine_tuning: false,
  organization: '*',
  group: null,
  is_blocking: false,
}

export const openaiModel = (id: string, owner: string, created = createdSeconds(id)) => ({
  id,
  object: 'model',
  created,
  owned_by: owner,
  permission: [{ ...PERMISSION, created }],
  root: id,
  parent: null,
})

/** `success` next to `object`: the reference's clients read the one, the SDKs the other. */
export const models: ModelShapes = {
  one: modelOf,
  list: (ids, facts) => ({
    success: true,
    object: 'list',
    data: ids.map((id) => modelOf(id, facts)),
  }),
}

function modelOf(id: string, { ownerOf, offeredSince }: ModelFacts) {
  return openaiModel(id, ownerOf(id), createdSeconds(id, offeredSince(id)))
}
