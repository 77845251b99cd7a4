/** The seam by which a call runs without a client: a run reads its answer in the client's place. */

import { answerHeaders } from '../../net/answer-headers'
import type { Call } from '../call'
import type { Relay } from '../relay'
import { followed } from './follow'
import { BackgroundRun } from './run'

/** Runs the call; `onHeld` is waited for when its credits are held, before an upstream call. */
export type RunCall = (onHeld: () => Promise<void>) => Promise<Response>

/**
 * Answers as soon as the call's credits are held. What refuses the call before that is thrown, and
 * leaves nothing behind; in addition `limit.background`.
 */
export async function answerInBackground(
  relay: Relay,
  call: Call,
  runCall: RunCall,
): Promise<Response> {
  const { requestId, ending, query } = call.facts
  const run = new BackgroundRun(relay, call)
  relay.runs.add(run)
  call.facts = { ...call.facts, signal: new AbortController().signal, ending: () => {} }
  const held = Promise.withResolvers<void>()
  const answer = runCall(async () => {
    await run.begin()
    held.resolve()
  })
  try {
    await Promise.race([held.promise, answer])
  } catch (error) {
    run.abandon()
    relay.runs.remove(run)
    throw error
  }
  const { response } = run
  void run.read(answer).finally(() => relay.runs.remove(run))
  if (query.background?.wantsStream) {
    return followed(relay, { source: run.events, from: 0, requestId, ending })
  }
  ending()
  return Response.json(response, { headers: answerHeaders(requestId) })
}
