/** The conversation of `conversation.ts` as an application has it with Google's own SDK. */
import { ApiError, type Content, type GenerateContentResponse, type Part } from '@google/genai'
import { geminiClient } from '../support/sdk'
import type { Seen, Talk, TalkOptions } from './talk'

/** The SDK keeps the history itself. */
export function geminiTalk(options: TalkOptions): Talk {
  const { url, key, model, stream } = options
  const chat = geminiClient(url, key).chats.create({ model, config: configOf(options) })
  let calls: Seen['calls'] = []

  async function send(message: Part[]): Promise<Seen> {
    const answers = await speaking(async () => {
      if (!stream) return [await chat.sendMessage({ message })]
      const all: GenerateContentResponse[] = []
      for await (const part of await chat.sendMessageStream({ message })) all.push(part)
      return all
    })
    const told = seen(answers)
    calls = told.calls
    return told
  }
  return {
    ask(text, image) {
      const picture =
        image === undefined ? [] : [{ inlineData: { mimeType: 'image/png', data: image } }]
      return send([{ text }, ...picture])
    },
    giveResults(results) {
      return send(
        calls.map(({ id, name }, index) => ({
          functionResponse: {
            ...(id !== '' && { id }),
            name,
            response: { content: results[index] ?? '' },
          },
        })),
      )
    },
  }
}

function configOf({ system, tools, thinkingTokens }: TalkOptions) {
  return {
    maxOutputTokens: 4096,
    ...(system !== undefined && { systemInstruction: system }),
    ...(tools && {
      tools: [
        {
          functionDeclarations: tools.map(({ name, description, schema }) => ({
            name,
            description,
            parametersJsonSchema: schema,
          })),
        },
      ],
    }),
    ...(thinkingTokens !== undefined && {
      thinkingConfig: { includeThoughts: true, thinkingBudget: thinkingTokens },
    }),
  }
}

/** The SDK tells a refusal as a text that is JSON; here it is what others make of theirs. */
async function speaking<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const body: unknown = JSON.parse(error.message)
    const told = Object(Object(body).error)
    throw Object.assign(new Error(String(told.message)), { status: error.status, error: told })
  }
}

const STOPS: Readonly<Record<string, Seen['stop']>> = {
  STOP: 'end',
  // An invention of the mock's.
  FUNCTION_CALL: 'tools',
  MAX_TOKENS: 'length',
  SAFETY: 'refused',
}

function seen(answers: readonly GenerateContentResponse[]): Seen {
  const parts = answers.flatMap(({ candidates }) => partsOf(candidates?.[0]?.content))
  const reason = answers.map(({ candidates }) => candidates?.[0]?.finishReason).findLast(Boolean)
  const usage = answers.findLast(({ usageMetadata }) => usageMetadata)?.usageMetadata
  const stop = STOPS[reason ?? '']
  if (stop === undefined) throw new Error(`finishReason ${reason}`)
  const calls = parts.flatMap(({ functionCall: call }) =>
    call === undefined ? [] : [{ id: call.id ?? '', name: call.name ?? '', input: call.args }],
  )
  const textOf = (isThought: boolean) =>
    parts.map(({ text = '', thought = false }) => (thought === isThought ? text : '')).join('')
  return {
    text: textOf(false),
    thinking: textOf(true),
    calls,
    stop: stop === 'end' && calls.length > 0 ? 'tools' : stop,
    promptTokens: usage?.promptTokenCount ?? -1,
    completionTokens: (usage?.candidatesTokenCount ?? 0) + (usage?.thoughtsTokenCount ?? 0),
  }
}

function partsOf(content: Content | undefined): readonly Part[] {
  return content?.parts ?? []
}
