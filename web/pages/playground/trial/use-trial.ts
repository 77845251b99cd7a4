/** One question and its answer, with what it cost. */
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../../server/domain/api-calls/answer'
import { failureText } from '../../../../server/domain/api-calls/failure'
import { PLAYGROUND_ROUTES } from '../../../../server/domain/calls/playground'
import { openTrial } from '../../../api/client'
import { useText } from '../../../app/language'
import { nowMs } from '../../../app/now'
import { billOf } from '../answer-bill'
import type { MessageBill } from '../chat/chat'
import { merged } from '../chat/request'
import type { TrialModeId, TrialResult, TrialRow, TrialValues } from './trials'

const REQUEST_ID = 'x-oneapi-request-id'

export interface TrialRequest {
  readonly group: string
  readonly model: string
  readonly values: TrialValues
  readonly file: File | undefined
  /** An object of JSON with further fields. */
  readonly extra: string
}

export interface TrialOutcome {
  readonly askedAtMs: number
  readonly result?: TrialResult
  readonly problem?: string
  readonly bill?: MessageBill
}

/** The request as JSON, without the group. */
export function trialBody(row: TrialRow, request: TrialRequest): Record<string, unknown> {
  const { model, values, extra } = request
  const fields = [...row.inputs, ...row.options].flatMap(({ name, kind }) => {
    const typed = values[name]?.trim() ?? ''
    if (typed === '' || kind === 'file') return []
    return [[name, kind === 'number' ? Number(typed) : typed] as const]
  })
  return { ...merged({ model, ...Object.fromEntries(fields), ...row.shaped?.(values) }, extra) }
}

function formOf(body: Readonly<Record<string, unknown>>, file: File | undefined): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(body)) {
    form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  if (file !== undefined) form.append('file', file)
  return form
}

function sentTrial(mode: TrialModeId, row: TrialRow, request: TrialRequest) {
  const body = trialBody(row, request)
  const { path } = PLAYGROUND_ROUTES[mode]
  const { group, file } = request
  return row.isForm
    ? { address: `${path}?${new URLSearchParams({ group })}`, body: formOf(body, file) }
    : { address: path, body: { group, ...body } }
}

export function useTrial(mode: TrialModeId, row: TrialRow) {
  const { text } = useText()
  const [outcome, setOutcome] = useState<TrialOutcome | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const ask = async (request: TrialRequest): Promise<void> => {
    if (running.current !== undefined) return
    const controller = new AbortController()
    running.current = controller
    setBusy(true)
    const askedAtMs = nowMs()
    const { signal } = controller
    let requestId = ''
    try {
      const { address, body } = sentTrial(mode, row, request)
      const response = await openTrial(address, { body, signal })
      requestId = response.headers.get(REQUEST_ID) ?? ''
      setOutcome({ askedAtMs, result: await row.read(response, request.values) })
    } catch (error) {
      const isRefused = error instanceof ApiError
      const problem = isRefused ? failureText(error, text) : text('playground.cut')
      if (!signal.aborted) setOutcome({ askedAtMs, problem })
    } finally {
      running.current = undefined
      setBusy(false)
    }
    const bill = await billOf(requestId)
    if (bill === undefined) return
    setOutcome((now) => (now?.askedAtMs === askedAtMs ? { ...now, bill } : now))
  }
  return { outcome, isBusy, ask, stop: () => running.current?.abort() }
}
