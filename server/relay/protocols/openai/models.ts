import { CREATED_SECONDS } from '../model-age'
import type { ModelShapes } from '../protocol'

const PERMISSION = {
  id: 'modelperm-LwHkVFn8AcMItP432fKKDIKJ',
  object: 'model_permission',
  created: CREATED_SECONDS,
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

export const openaiModel = (id: string, owner: string) => ({
  id,
  object: 'model',
  created: CREATED_SECONDS,
  owned_by: owner,
  permission: [PERMISSION],
  root: id,
  parent: null,
})

/** `success` beside `object`: the reference's clients read the one, the SDKs the other. */
export const models: ModelShapes = {
  one: (id, owner) => openaiModel(id, owner()),
  list: (ids, { ownerOf }) => ({
    success: true,
    object: 'list',
    data: ids.map((id) => openaiModel(id, ownerOf(id))),
  }),
}
