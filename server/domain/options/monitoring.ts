/** When channels are switched off and on by themselves. */
import { boolean, lines, number, section } from './option'

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
})
