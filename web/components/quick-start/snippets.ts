/** How people begin with the clients that they bring: the one list of them. */
import { modelKind } from '../../../server/domain/calls/model-calls'
import { AGENT_SNIPPETS } from './agent-snippets'
import { SDK_SNIPPETS } from './sdk-snippets'
import type { Snippet } from './snippet'

export const SNIPPETS: readonly [Snippet, ...Snippet[]] = [...SDK_SNIPPETS, ...AGENT_SNIPPETS]

/** The model of those that the reader can call which the client is at home with. */
export function modelFor({ prefers }: Snippet, models: readonly string[]): string {
  const talking = models.filter((model) => modelKind(model) === 'chat')
  const fits = prefers.flatMap((start) => talking.filter((model) => model.startsWith(start)))
  return fits[0] ?? talking[0] ?? models[0] ?? 'gpt-4o-mini'
}
