/** A streamed answer, event by event, as a socket carries it. */
import { FrameAligner, parseFrames } from '../formats/framings/frames'

const END = '[DONE]'

/** Each is one JSON object. Leaving the loop early ends the call. */
export async function* answerEvents(response: Response): AsyncGenerator<string> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.includes('text/event-stream')) {
    yield wholeEvent(await response.text())
    return
  }
  const frames = new FrameAligner()
  for await (const chunk of response.body ?? []) {
    const whole = frames.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    if (whole === undefined) continue
    for (const { data } of parseFrames(whole.toString())) {
      if (data !== '' && data !== END) yield data
    }
  }
}

/** What was answered at once, though a stream was requested. */
function wholeEvent(answer: string): string {
  return `{"type":"response.completed","sequence_number":0,"response":${answer}}`
}
