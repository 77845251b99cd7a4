/** Words that refuse a request. Both switches must be on for prompts to be checked. */
import { boolean, inert, integer, lines, section } from './option'

export const sensitiveWordOptions = section('sensitive_words', {
  CheckSensitiveEnabled: boolean(true),
  CheckSensitiveOnPromptEnabled: boolean(true),
  SensitiveWords: lines(['test_sensitive']),
  // Without effect, in the family's releases too.
  StopOnSensitiveEnabled: inert('never_read', boolean(true)),
  StreamCacheQueueLength: inert('never_read', integer({ default: 0, min: 0 })),
})
