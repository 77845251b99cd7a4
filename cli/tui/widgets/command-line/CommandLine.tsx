import { Box, Text } from 'ink'
import { useReducer, useState } from 'react'
import { cut, widthOf } from '../../../text-width'
import { useKeys } from '../../keys/use-keys'
import { type Layer, useTools } from '../../tools'
import { TextField } from '../text-field/TextField'
import { textFieldAction } from '../text-field/text-field-keys'
import {
  type TextFieldAction,
  type TextFieldState,
  textFieldOf,
  textFieldReducer,
  textOf,
} from '../text-field/use-text-field-state'
import { complete } from './complete'

interface CommandLineProps {
  readonly layer: Extract<Layer, { readonly kind: 'line' }>
}

type LineAction = TextFieldAction | { readonly type: 'put'; readonly text: string }

function lineReducer(state: TextFieldState, action: LineAction): TextFieldState {
  return action.type === 'put' ? textFieldOf(action.text) : textFieldReducer(state, action)
}

/** One line to type into: a search, or a command that Tab completes. */
export function CommandLine({ layer }: CommandLineProps) {
  const { close, size } = useTools()
  const { prompt, initial, commands, onEnter, onType, onCancel } = layer
  const [field, dispatch] = useReducer(lineReducer, initial, textFieldOf)
  const [offered, offer] = useState<readonly string[]>([])
  useKeys((press) => {
    const typed = textOf(field)
    if (press.name === 'enter') {
      close()
      onEnter(typed)
    } else if (press.name === 'esc') {
      close()
      onCancel?.()
    } else if (press.name === 'tab') {
      const { text, candidates } = complete(typed, commands)
      offer(candidates.length > 1 ? candidates : [])
      dispatch({ type: 'put', text })
    } else {
      const action = textFieldAction(press)
      offer([])
      if (action === undefined) return
      dispatch(action)
      onType?.(textOf(lineReducer(field, action)))
    }
  }, true)
  const shown = offered.length === 0 ? '' : cut(`  ${offered.join(' ')}`, size.columns / 2)
  return (
    <Box>
      <Text bold>{prompt}</Text>
      <TextField
        state={field}
        width={size.columns - widthOf(prompt) - widthOf(shown) - 1}
        isActive
      />
      <Text dimColor>{shown}</Text>
    </Box>
  )
}
