import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../../server/domain/api-calls/answer'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { PLAYGROUND_ROUTES } from '../../../../server/domain/calls/playground'
import { openTrial } from '../../../api/client'
import { useText } from '../../../app/language'
import { useToast } from '../../../app/Toasts'
import { billOf } from '../answer-bill'
import { type ChatSettings, type Message, newMessage } from './chat'
import { piecesOf } from './chat-stream'
import { requestOf, type TalkModeId } from './request'
import type { EditMessages } from './use-chats'

const REQUEST_ID = 'x-oneapi-request-id'

type Note = (patch: (old: Message) => Partial<Message>) => void

export interface Answers {
  readonly isBusy: boolean
  readonly stop: () => void
  /** Puts these messages into the chat and requests the next answer. */
  readonly ask: (messages: readonly Message[]) => void
}

interface Asking {
  readonly mode: TalkModeId
  readonly settings: ChatSettings
}

/** The one answer that may be under way. */
export function useAnswers(
  { mode, settings }: Asking,
  change: (edit: EditMessages) => void,
): Answers {
  const { text } = useText()
  const toast = useToast()
  const running = useRef<AbortController | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const stop = useCallback(() => running.current?.abort(), [])
  useEffect(() => stop, [stop])
  const problemOf = (error: unknown) =>
    error instanceof ApiError
      ? { problem: failureText(error, text), problemCode: error.code }
      : { problem: text('playground.cut') }
  const ask = async (messages: readonly Message[]): Promise<void> => {
    if (running.current !== undefined) {
      toast.warn(text('playground.busy'))
      return
    }
    const controller = new AbortController()
    running.current = controller
    setBusy(true)
    const answer = newMessage('assistant', '')
    const note: Note = (patch) =>
      change((all) => all.map((one) => (one.id === answer.id ? { ...one, ...patch(one) } : one)))
    change(() => [...messages, answer])
    let requestId = ''
    try {
      const { path } = PLAYGROUND_ROUTES[mode]
      const body = requestOf(mode, settings, messages)
      const response = await openTrial(path, { body, signal: controller.signal })
      requestId = response.headers.get(REQUEST_ID) ?? ''
      await readAnswer(response, note)
      note(() => ({ state: 'complete' }))
    } catch (error) {
      if (controller.signal.aborted) note(() => ({ state: 'complete' }))
      else note(() => ({ state: 'error', ...problemOf(error) }))
    } finally {
      running.current = undefined
      setBusy(false)
    }
    const bill = await billOf(requestId)
    if (bill !== undefined) note(() => ({ bill }))
  }
  return { isBusy, stop, ask: (messages) => void ask(messages) }
}

/** Notes what comes, piece by piece, and how long there was nothing but reasoning. */
async function readAnswer(response: Response, note: Note): Promise<void> {
  const requestId = response.headers.get(REQUEST_ID) ?? ''
  let reasonedFrom: number | undefined
  for await (const { content, reasoning, usage } of piecesOf(response)) {
    if (reasoning !== '') reasonedFrom ??= performance.now()
    const reasonedMs = reasonedFrom === undefined ? undefined : performance.now() - reasonedFrom
    note((old) => ({
      state: 'incomplete',
      content: old.content + content,
      reasoning: old.reasoning + reasoning,
      ...(content !== '' && { reasoningMs: old.reasoningMs ?? reasonedMs }),
      // Until the log is read, and where calls are not logged.
      ...(usage && {
        bill: {
          promptTokens: usage.prompt,
          completionTokens: usage.completion,
          quota: undefined,
          requestId,
        },
      }),
    }))
  }
}
