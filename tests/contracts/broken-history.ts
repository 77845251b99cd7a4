/** Histories with calls of tools as the clients of each protocol bring them back. */

/** What a turn of the model called, and which of the calls were answered, by their places. */
export interface ToolTurn {
  readonly calls: readonly string[]
  readonly answers: readonly string[]
}

const NAMES = ['read', 'grep', 'list']
const nameOf = (at: number) => NAMES[at % NAMES.length] ?? 'read'
const said = 'And now?'

/** Fields of a body, without its model. */
type Writer = (turns: readonly ToolTurn[]) => object

const openai: Writer = (turns) => ({
  messages: turns.flatMap(({ calls, answers }) => [
    { role: 'user', content: said },
    ...(calls.length === 0
      ? []
      : [
          {
            role: 'assistant',
            content: null,
            tool_calls: calls.map((id, at) => ({
              id,
              type: 'function',
              function: { name: nameOf(at), arguments: '{}' },
            })),
          },
        ]),
    ...answers.map((id) => ({ role: 'tool', tool_call_id: id, content: 'found' })),
  ]),
})

const claude: Writer = (turns) => ({
  max_tokens: 1000,
  messages: turns.flatMap(({ calls, answers }) => [
    { role: 'user', content: said },
    ...(calls.length === 0
      ? []
      : [
          {
            role: 'assistant',
            content: calls.map((id, at) => ({
              type: 'tool_use',
              id,
              name: nameOf(at),
              input: {},
            })),
          },
        ]),
    ...(answers.length === 0
      ? []
      : [
          {
            role: 'user',
            content: answers.map((id) => ({
              type: 'tool_result',
              tool_use_id: id,
              content: 'found',
            })),
          },
        ]),
  ]),
})

const responses: Writer = (turns) => ({
  store: false,
  input: turns.flatMap(({ calls, answers }) => [
    { role: 'user', content: said },
    ...calls.map((call_id, at) => ({
      type: 'function_call',
      call_id,
      name: nameOf(at),
      arguments: '{}',
    })),
    ...answers.map((call_id) => ({ type: 'function_call_output', call_id, output: 'found' })),
  ]),
})

/** Its clients write no ids, so results go by names. */
const gemini: Writer = (turns) => ({
  contents: turns.flatMap(({ calls, answers }) => [
    { role: 'user', parts: [{ text: said }] },
    ...(calls.length === 0
      ? []
      : [
          {
            role: 'model',
            parts: calls.map((_, at) => ({
              functionCall: { name: nameOf(at), args: {} },
              ...(at === 0 && { thoughtSignature: 'GemProof' }),
            })),
          },
        ]),
    ...(answers.length === 0
      ? []
      : [
          {
            role: 'user',
            parts: answers.map((_, at) => ({
              functionResponse: { name: nameOf(at), response: { output: 'found' } },
            })),
          },
        ]),
  ]),
})

export const HISTORIES = { openai, claude, responses, gemini } as const
export type HistoryProtocol = keyof typeof HISTORIES

export function pathFor(protocol: HistoryProtocol, model: string): string {
  const paths = {
    openai: '/v1/chat/completions',
    claude: '/v1/messages',
    responses: '/v1/responses',
    gemini: `/v1beta/models/${model}:generateContent`,
  }
  return paths[protocol]
}
