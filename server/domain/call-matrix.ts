/**
 * The matrix client protocol × operation × upstream dialect, cell by cell: what README shows, and
 * what a test walks.
 */
import { type NotOffered, OPERATION_FACES } from './operations'
import type { DialectName, Operation, ProtocolName } from './protocol'

export type MatrixCell = 'passes' | 'translated' | NotOffered

/** The clients whose bytes an upstream takes as they come; `undefined` where no client has them. */
const SPEAKERS: Readonly<Record<DialectName, ProtocolName | undefined>> = {
  openai: 'openai',
  responses: 'responses',
  anthropic: 'claude',
  gemini: 'gemini',
  converse: undefined,
  coze: undefined,
  cohere: undefined,
  dify: undefined,
  ernie: undefined,
  hunyuan: undefined,
  ollama: undefined,
}

/** As people know them. */
export const DIALECT_TITLES: Readonly<Record<DialectName, string>> = {
  openai: 'OpenAI',
  responses: 'OpenAI Responses',
  anthropic: 'Anthropic',
  gemini: 'Gemini',
  converse: 'Bedrock Converse',
  coze: 'Coze',
  cohere: 'Cohere',
  dify: 'Dify',
  ernie: 'Baidu (old)',
  hunyuan: 'Tencent (old)',
  ollama: 'Ollama',
}

export interface MatrixPlace {
  readonly protocol: ProtocolName
  readonly operation: Operation
  readonly dialect: DialectName
}

export function matrixCell({ protocol, operation, dialect }: MatrixPlace): MatrixCell {
  const { routes, upstreams } = OPERATION_FACES[operation]
  const route = routes[protocol]
  if ('notOffered' in route) return route
  const cell = upstreams[dialect]
  if (typeof cell === 'object' && 'notOffered' in cell) return cell
  const isNative = SPEAKERS[dialect] === protocol
  if (typeof cell === 'object') return isNative ? 'passes' : { notOffered: cell.passesAlone }
  return isNative && cell === 'passes' ? 'passes' : 'translated'
}
