/** GET /v1/models and /v1/models/{model}: what the token may call, for both SDK families. */
import { GatewayError } from '../../domain/errors/gateway-error'
import { wildcardName } from '../../domain/prices/lookup'
import { chooseGroup } from '../../relay/authorize'
import type { Caller, Directory } from '../../relay/ports'

const CREATED_SECONDS = 1_626_777_600

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

/** What a call of this token would not be refused: reachable, within its limits, and priced. */
function modelNames(directory: Directory, caller: Caller): readonly string[] {
  const group = chooseGroup(directory, caller)
  const { modelLimits } = caller.token
  const reachable = directory.models(group)
  const isPriced = (model: string) => directory.price(model, group, caller.user) !== undefined
  if (modelLimits === undefined) return reachable.filter(isPriced)
  const names = new Set(reachable)
  const isReachable = (model: string) => names.has(model) || names.has(wildcardName(model))
  return [...modelLimits].filter((model) => isReachable(model) && isPriced(model))
}

export function openaiModel(id: string, owner: string) {
  return {
    id,
    object: 'model',
    created: CREATED_SECONDS,
    owned_by: owner,
    permission: [PERMISSION],
    root: id,
    parent: null,
  }
}

function claudeModel(id: string) {
  const created_at = new Date(CREATED_SECONDS * 1000).toISOString()
  return { type: 'model', id, display_name: id, created_at }
}

/** `success` beside `object`: the reference's clients read the one, the SDKs the other. */
export function listModels(directory: Directory, caller: Caller, isClaude: boolean): object {
  const names = modelNames(directory, caller)
  if (isClaude) {
    const data = names.map(claudeModel)
    return { data, has_more: false, first_id: names[0] ?? null, last_id: names.at(-1) ?? null }
  }
  return {
    success: true,
    object: 'list',
    data: names.map((id) => openaiModel(id, directory.modelOwner(id))),
  }
}

/** Throws `model.not_found` for a name that this token cannot call. */
export function showModel(
  directory: Directory,
  caller: Caller,
  { model, isClaude }: { readonly model: string; readonly isClaude: boolean },
): object {
  if (!modelNames(directory, caller).includes(model)) {
    throw new GatewayError('model.not_found', { model })
  }
  return isClaude ? claudeModel(model) : openaiModel(model, directory.modelOwner(model))
}
