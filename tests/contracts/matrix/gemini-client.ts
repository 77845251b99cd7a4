import { framesOf } from '../../relay/protocols/wire'
import {
  type Fields,
  lastWith,
  MAX_TOKENS,
  type MatrixClient,
  type Question,
  stopOf,
  THINKING_TOKENS,
  type Told,
} from './client'

function body({ text, image, ...question }: Question): object {
  const { system, tools, thinks, schema, before = [], more } = question
  const inlineData = { mimeType: 'image/png', data: image }
  const parts = [{ text }, ...(image === undefined ? [] : [{ inlineData }])]
  const { generationConfig, ...rest } = Object(more ?? {}) as Fields
  return {
    contents: [...before, ...(text === '' ? [] : [{ role: 'user', parts }])],
    ...(system !== undefined && { systemInstruction: { parts: [{ text: system }] } }),
    ...(tools && {
      tools: [
        {
          functionDeclarations: tools.map(
            ({ name, description, schema: parametersJsonSchema }) => ({
              name,
              description,
              parametersJsonSchema,
            }),
          ),
        },
      ],
    }),
    generationConfig: {
      maxOutputTokens: MAX_TOKENS,
      ...(thinks && {
        thinkingConfig: { includeThoughts: true, thinkingBudget: THINKING_TOKENS },
      }),
      ...(schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
      ...generationConfig,
    },
    ...rest,
  }
}

const STOPS = { STOP: 'end', MAX_TOKENS: 'length', SAFETY: 'refused' } as const

function read(answers: readonly Fields[]): Told {
  const candidates: readonly Fields[] = answers.flatMap((answer) => answer.candidates[0] ?? [])
  const parts: readonly Fields[] = candidates.flatMap(({ content }) => content?.parts ?? [])
  const textOf = (isThought: boolean) =>
    parts.map(({ text = '', thought = false }) => (thought === isThought ? text : '')).join('')
  const calls = parts.flatMap(({ functionCall: made }) =>
    made === undefined ? [] : [{ name: made.name, input: made.args }],
  )
  const reason = candidates.map(({ finishReason }) => finishReason).findLast(Boolean)
  const stop = stopOf(STOPS, reason)
  const counts = lastWith(answers, 'usageMetadata')
  const { thoughtsTokenCount: reasoning = 0, candidatesTokenCount: answered = 0 } = counts
  return {
    text: textOf(false),
    thinking: textOf(true),
    calls,
    stop: stop === 'end' && calls.length > 0 ? 'tools' : stop,
    usage: {
      prompt: counts.promptTokenCount,
      cacheRead: counts.cachedContentTokenCount ?? 0,
      cacheWrite: 0,
      completion: answered + reasoning,
      reasoning,
    },
    turn: [{ role: 'model', parts }],
  }
}

export const geminiClient: MatrixClient = {
  path: ({ model, stream }) =>
    `/v1beta/models/${model}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  body,
  userTurn: (text) => ({ role: 'user', parts: [{ text }] }),
  results: ([content], texts) => {
    const calls = (content as Fields).parts.flatMap(({ functionCall }: Fields) =>
      functionCall === undefined ? [] : functionCall,
    )
    const parts = calls.map(({ id, name }: Fields, at: number) => ({
      functionResponse: { ...(id && { id }), name, response: { output: texts[at] } },
    }))
    return [{ role: 'user', parts }]
  },
  readWhole: (answer) => read([answer]),
  readStream: (text) => read(framesOf(text.replaceAll('\r\n', '\n')).map(({ json }) => json)),
  showsCacheWrites: false,
}
