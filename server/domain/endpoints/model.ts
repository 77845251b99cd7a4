/** Models: what channel types name, and what channels offer. */
import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint'

/** As the OpenAI list has it, with the fields that older clients look for. */
const ModelJson = Type.Object({
  id: Type.String(),
  object: Type.String(),
  /** Epoch seconds. */
  created: Type.Integer(),
  owned_by: Type.String(),
  permission: Type.Array(Type.Unknown()),
  root: Type.String(),
  parent: Type.Null(),
})

export const modelEndpoints = [
  endpoint({
    id: 'model.by_type',
    method: 'GET',
    path: '/api/models',
    role: 'user',
    data: Type.Record(Type.String(), Type.Array(Type.String())),
    summary: 'Default models of every channel type, by its number.',
    example: { '43': ['deepseek-chat', 'deepseek-reasoner'] },
  }),
  endpoint({
    id: 'model.known',
    method: 'GET',
    path: '/api/channel/models',
    role: 'admin',
    data: Type.Array(ModelJson),
    summary: 'Every model that a channel type names, once.',
    example: [
      {
        id: 'gpt-4o',
        object: 'model',
        created: 1_626_777_600,
        owned_by: 'openai',
        permission: [],
        root: 'gpt-4o',
        parent: null,
      },
    ],
  }),
  endpoint({
    id: 'model.enabled',
    method: 'GET',
    path: '/api/channel/models_enabled',
    role: 'admin',
    heavy: true,
    data: Type.Array(Type.String()),
    summary: 'Models that an enabled channel offers, sorted.',
    example: ['gpt-4o', 'gpt-4o-mini'],
  }),
] as const
