import type { ComponentType } from 'react'
import type { TextKey } from '../../server/domain/i18n/translate'
import type { StartWith } from './tools'

export interface ScreenProps {
  /** Nothing lies over it: keys are for it. */
  readonly isActive: boolean
  readonly start: StartWith
}

export interface Screen {
  /** Also the command that goes there. */
  readonly id: string
  readonly hotkey: string
  readonly title: TextKey
  /** The most useful keys. */
  readonly hint: TextKey
  readonly Body: ComponentType<ScreenProps>
}
