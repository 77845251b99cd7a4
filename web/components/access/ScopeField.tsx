/** Choosing scopes: a preset, or one by one. */
import { Checkbox, Select } from '@primer/react'
import { useId } from 'react'
import {
  presetOf,
  RESOURCES,
  type Resource,
  SCOPE_PRESETS,
  type Scope,
  type ScopePreset,
  VERBS,
} from '../../../server/domain/accounts/scopes'
import { useText } from '../../app/language'
import { Field } from '../form/Field'
import './scope-field.css'

const PRESETS = Object.keys(SCOPE_PRESETS) as readonly ScopePreset[]

interface ScopeFieldProps {
  /** `undefined` for everything, where that is offered. */
  readonly scopes: readonly Scope[] | undefined
  readonly onChange: (scopes: readonly Scope[] | undefined) => void
  readonly offersAll: boolean
  readonly problem?: string | undefined
}

export function ScopeField({ scopes, onChange, offersAll, problem }: ScopeFieldProps) {
  const { text } = useText()
  const preset = scopes === undefined ? 'all' : (presetOf(scopes) ?? 'own')
  const toggle = (scope: Scope): void => {
    const chosen = scopes ?? []
    const isChosen = chosen.includes(scope)
    onChange(isChosen ? chosen.filter((other) => other !== scope) : [...chosen, scope])
  }
  return (
    <>
      <Field label={text('scope.title')} caption={text('scope.hint')} problem={problem}>
        <Select
          block
          value={preset}
          onChange={({ target: { value } }) => onChange(scopesOfPreset(value))}
        >
          {offersAll && <Select.Option value="all">{text('scope.preset_all')}</Select.Option>}
          {PRESETS.map((name) => (
            <Select.Option key={name} value={name}>
              {text(`scope.preset_${name}`)}
            </Select.Option>
          ))}
          <Select.Option value="own">{text('scope.preset_own')}</Select.Option>
        </Select>
      </Field>
      {scopes !== undefined && <ScopeTable scopes={scopes} onToggle={toggle} />}
    </>
  )
}

function scopesOfPreset(name: string): readonly Scope[] | undefined {
  if (name === 'all') return undefined
  return name === 'own' ? [] : SCOPE_PRESETS[name as ScopePreset]
}

interface ScopeTableProps {
  readonly scopes: readonly Scope[]
  readonly onToggle: (scope: Scope) => void
}

function ScopeTable({ scopes, onToggle }: ScopeTableProps) {
  const { text } = useText()
  return (
    <table className="scope-table">
      <thead>
        <tr>
          <th scope="col">{text('scope.resource')}</th>
          {VERBS.map((verb) => (
            <th key={verb} scope="col">
              {text(`scope.${verb}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {RESOURCES.map((resource) => (
          <ScopeRow key={resource} resource={resource} scopes={scopes} onToggle={onToggle} />
        ))}
      </tbody>
    </table>
  )
}

function ScopeRow({
  resource,
  scopes,
  onToggle,
}: ScopeTableProps & { readonly resource: Resource }) {
  const { text } = useText()
  const id = useId()
  return (
    <tr>
      <th scope="row" id={id}>
        {text(`scope.of_${resource}`)}
      </th>
      {VERBS.map((verb) => (
        <td key={verb}>
          <Checkbox
            aria-label={`${text(`scope.of_${resource}`)}: ${text(`scope.${verb}`)}`}
            checked={scopes.includes(`${resource}:${verb}`)}
            onChange={() => onToggle(`${resource}:${verb}`)}
          />
        </td>
      ))}
    </tr>
  )
}
