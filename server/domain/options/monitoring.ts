/** When channels are switched off and on by themselves. */
import { GONE_RULES, NEW_RULES, RENAMED_RULES } from '../channels/upstream-models/rule-names'
import { boolean, integer, lines, number, section, select } from './option'

export const monitoringOptions = section('monitoring', {
  /** Seconds a channel test may take; 0 never disables for slowness. */
  ChannelDisableThreshold: number({ default: 5, min: 0, max: 3600 }),
  AutomaticDisableChannelEnabled: boolean(false),
  AutomaticEnableChannelEnabled: boolean(false),
  /** Parts of upstream messages, matched without regard to case. */
  AutomaticDisableKeywords: lines([
    'Your credit balance is too low',
    'This organization has been disabled.',
    'You exceeded your current quota',
    'Permission denied',
    'The security token included in the request is invalid',
    'Operation not allowed',
    'Your account is not authorized',
  ]),
  /** Hours between two walks over the model lists of upstreams; 0 walks by hand only. */
  UpstreamModelsHours: integer({ default: 0, min: 0, max: 720 }),
  UpstreamModelsNew: select(NEW_RULES),
  UpstreamModelsGone: select(GONE_RULES),
  UpstreamModelsRenamed: select(RENAMED_RULES),
  /** Walks in a row. */
  UpstreamModelsGoneAfter: integer({ default: 3, min: 1, max: 100 }),
  /** Patterns, in which `*` stands for any text. */
  UpstreamModelsInclude: lines([]),
  UpstreamModelsExclude: lines([]),
})
