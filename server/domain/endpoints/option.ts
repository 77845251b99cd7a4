/** Settings of the whole site. */
import { Type } from '@sinclair/typebox'
import { endpoint, Nothing, OptionalText } from './endpoint'

export const optionEndpoints = [
  endpoint({
    id: 'option.list',
    method: 'GET',
    path: '/api/option/',
    role: 'root',
    data: Type.Array(Type.Object({ key: Type.String(), value: Type.String() })),
    summary:
      'Lists every setting but secrets, all values as text. `secrets` beside `data` tells ' +
      'which secrets are set.',
    example: [{ key: 'RetryTimes', value: '2' }],
  }),
  endpoint({
    id: 'option.set',
    method: 'PUT',
    path: '/api/option/',
    role: 'root',
    secondFactor: 'fresh',
    body: Type.Object({
      key: Type.String(),
      value: Type.Optional(Type.Unknown()),
      /** As it was read; no secret, which nobody reads. */
      expected: Type.Optional(Type.Unknown()),
      /** What the widget gave to the page that switches the bot check on. */
      trial: OptionalText,
    }),
    data: Nothing,
    summary:
      'Saves a setting. Numbers, booleans and JSON are taken as they are or as text; a blank ' +
      'secret means unchanged. What could leave the caller outside is tried before: the bot ' +
      'check with its keys, and that there is another way to log in. With `expected`, the value ' +
      'as it was read, nothing is saved if somebody has changed it since.',
    example: undefined,
  }),
  endpoint({
    id: 'option.reset',
    method: 'DELETE',
    path: '/api/option/:key',
    role: 'root',
    secondFactor: 'fresh',
    params: Type.Object({ key: Type.String() }),
    data: Nothing,
    summary: 'Brings the default of a setting back; the way to clear a secret.',
    example: undefined,
  }),
  endpoint({
    id: 'option.reset_model_ratio',
    method: 'POST',
    path: '/api/option/rest_model_ratio',
    role: 'root',
    secondFactor: 'fresh',
    data: Nothing,
    summary: 'Brings the built-in table of model ratios back.',
    example: undefined,
  }),
] as const
