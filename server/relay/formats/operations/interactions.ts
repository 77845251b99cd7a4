import { GatewayError } from '../../../domain/errors/gateway-error'
import type { OperationRow } from './operation'

/** A conversation in Google's own words, as it passes. */
export const interactions: OperationRow = {
  content: () => ({ name: 'input', isList: false, isOptional: false }),
  writes: true,
  isFree: false,
  answers: 'json',
  streams: true,
  countsTokensOf: 'input',
  storedAs: 'interactions',
  reportsUsage: false,
  defaultModels: [],
  probe: {
    question: (_, { upstreamModel }) => ({ model: upstreamModel, input: 'hi', store: false }),
    check(_, { status }) {
      if (typeof status !== 'string') throw new GatewayError('upstream.invalid_answer')
    },
  },
}
