import { describe, expect, test } from 'bun:test'
import { OutputGauge } from '../../server/relay/call/stream/output-gauge'

const INTEREST = 3_000

/** Frames of `envelope` bytes beside `text` letters. */
function stream(gauge: OutputGauge, options: { frames: number; envelope: number; text: number }) {
  const { frames, envelope, text } = options
  const lesson = () => ({ frames: 'x'.repeat(envelope + text), count: 1, text: 'x'.repeat(text) })
  let looks = 0
  let told = 0
  for (let frame = 0; frame < frames; frame += 1) {
    gauge.observe(envelope + text)
    told = gauge.tokens(INTEREST, () => {
      looks += 1
      return lesson()
    })
  }
  return { looks, told }
}

describe('the gauge of a stream', () => {
  test('looks into frames that are mostly envelope once, not every nine kilobytes', () => {
    expect(stream(new OutputGauge(), { frames: 160, envelope: 180, text: 8 }).looks).toBe(1)
  })

  test('tells what is of interest no later than three bytes a token do', () => {
    const frames = Math.ceil((INTEREST * 3) / 8) + 1
    const { told } = stream(new OutputGauge(), { frames, envelope: 180, text: 8 })
    expect(told).toBeGreaterThanOrEqual(INTEREST)
  })

  test('is not misled by frames that grow after it has looked', () => {
    const gauge = new OutputGauge()
    stream(gauge, { frames: 60, envelope: 180, text: 8 })
    const { told } = stream(gauge, { frames: 30, envelope: 180, text: 400 })
    expect(told).toBeGreaterThanOrEqual(INTEREST)
  })

  test('takes frames too large to be read for text', () => {
    const gauge = new OutputGauge()
    gauge.observe(INTEREST * 3)
    expect(gauge.tokens(INTEREST, () => undefined)).toBe(INTEREST)
  })
})
