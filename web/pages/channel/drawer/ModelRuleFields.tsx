import { Select, Textarea } from '@primer/react'
import { useState } from 'react'
import {
  GONE_RULES,
  NEW_RULES,
  RENAMED_RULES,
} from '../../../../server/domain/channels/upstream-models/rule-names'
import {
  type ChannelModelRules,
  channelModelRules,
  withModelRules,
} from '../../../../server/domain/channels/upstream-models/rules'
import { useText } from '../../../app/language'
import { Field } from '../../../components/form/Field'
import { jsonProblem } from '../../../components/form/JsonField'
import { SwitchField } from '../../../components/form/SwitchField'

interface RulesProps {
  /** The channel's settings, as text. */
  readonly setting: string
  readonly onChange: (setting: string) => void
}

const KINDS = [
  { kind: 'new', choices: NEW_RULES },
  { kind: 'gone', choices: GONE_RULES },
  { kind: 'renamed', choices: RENAMED_RULES },
] as const

/** What a channel does about models of its upstream in another way than the options say. */
export function ModelRuleFields({ setting, onChange }: RulesProps) {
  const { text } = useText()
  const rules = channelModelRules(setting)
  const set = (change: Partial<Record<keyof ChannelModelRules, unknown>>): void =>
    onChange(withModelRules(setting, { ...rules, ...change }))
  return (
    <>
      {KINDS.map(({ kind, choices }) => (
        <Field key={kind} label={text(`upstream_models.rule_${kind}`)}>
          <Select
            block
            value={rules[kind] ?? ''}
            disabled={jsonProblem(setting) !== undefined}
            onChange={({ target }) => set({ [kind]: target.value || undefined })}
          >
            <Select.Option value="">{text('upstream_models.as_options')}</Select.Option>
            {choices.map((choice) => (
              <Select.Option key={choice} value={choice}>
                {text(`choice.${choice}`)}
              </Select.Option>
            ))}
          </Select>
        </Field>
      ))}
      <PatternField {...{ setting, onChange }} name="include" />
      <PatternField {...{ setting, onChange }} name="exclude" />
      <SwitchField
        label={text('upstream_models.walk_off')}
        isOn={rules.walk === false}
        onChange={(isOff) => set({ walk: isOff ? false : undefined })}
      />
    </>
  )
}

interface PatternFieldProps extends RulesProps {
  readonly name: 'include' | 'exclude'
}

function patternsIn(typed: string): string[] | undefined {
  const patterns = typed.split('\n').map((line) => line.trim())
  const filled = patterns.filter((line) => line !== '')
  return filled.length === 0 ? undefined : filled
}

/** Lines as they are typed; the settings hold those that are not blank. */
function PatternField({ setting, onChange, name }: PatternFieldProps) {
  const { text } = useText()
  const rules = channelModelRules(setting)
  const stored = rules[name] ?? []
  const [typed, type] = useState(() => stored.join('\n'))
  const isTyped = JSON.stringify(patternsIn(typed) ?? []) === JSON.stringify(stored)
  return (
    <Field label={text(`upstream_models.${name}`)}>
      <Textarea
        block
        resize="vertical"
        rows={2}
        placeholder="gpt-*"
        disabled={jsonProblem(setting) !== undefined}
        value={isTyped ? typed : stored.join('\n')}
        onChange={({ target }) => {
          type(target.value)
          onChange(withModelRules(setting, { ...rules, [name]: patternsIn(target.value) }))
        }}
      />
    </Field>
  )
}
