import { SyncIcon } from '@primer/octicons-react'
import { Button, Select, Textarea, TextInput } from '@primer/react'
import { type ReactNode, useRef, useState } from 'react'
import type { TokenJson } from '../../../server/domain/endpoints/token'
import { changesOf } from '../../../server/domain/nouns/changes'
import type { SetName } from '../../../server/domain/nouns/noun'
import { TOKEN_NAME_LENGTH, tokenFields } from '../../../server/domain/nouns/token'
import { call } from '../../api/client'
import { refresh, useEndpoint } from '../../api/use-endpoint'
import { type Text, useText } from '../../app/language'
import { actingFor } from '../../app/session'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { OtherFields } from '../../components/form/OtherFields'
import { type OtherValues, otherBody, otherValues } from '../../components/form/other-values'
import { PickMany } from '../../components/form/PickMany'
import { QuotaField } from '../../components/form/QuotaField'
import { SwitchField } from '../../components/form/SwitchField'
import { localTimeText, secondsOf, TimeField, TimeShortcuts } from '../../components/form/TimeField'
import { type Problems, useForm } from '../../components/form/use-form'
import { LimitsSection } from '../../components/limits/LimitsSection'
import { type LimitsForm, useLimits } from '../../components/limits/use-limits'
import { KeyDialog } from './KeyDialog'
import { keyEnds } from './key-ends'
import { useRotation } from './use-rotation'
import './token.css'

interface TokenValues {
  readonly name: string
  readonly remain_quota: string
  readonly unlimited_quota: boolean
  /** As the time field writes it. */
  readonly expires: string
  readonly models: readonly string[]
  readonly allow_ips: string
  readonly tags: string
  readonly group: string
  readonly count: string
  /** Id; "" for none. */
  readonly project: string
  readonly others: OtherValues
}

/** Fields with controls of their own. */
const OWN: readonly SetName<typeof tokenFields>[] = [
  ...(['name', 'remain_quota', 'unlimited_quota', 'expired_time'] as const),
  ...(['model_limits', 'model_limits_enabled', 'allow_ips', 'tags', 'group'] as const),
]

const NEW_QUOTA = 500_000
const COUNTS = [1, 10, 20, 30, 100]
/** Dollars. */
const QUOTAS = [1, 10, 50, 100, 500, 1000]

function valuesOf(token: TokenJson | undefined): TokenValues {
  return {
    name: token?.name ?? '',
    remain_quota: String(token?.remain_quota ?? NEW_QUOTA),
    unlimited_quota: token?.unlimited_quota ?? false,
    expires: localTimeText(token?.expired_time ?? -1),
    models: token?.model_limits_enabled ? token.model_limits.split(',').filter(Boolean) : [],
    allow_ips: token?.allow_ips ?? '',
    tags: token?.tags ?? '',
    group: token?.group ?? '',
    count: '1',
    project: '',
    others: otherValues(tokenFields, OWN, token),
  }
}

function check(values: TokenValues, text: Text): Problems<TokenValues> {
  const isInteger = (typed: string): boolean => /^\d{1,15}$/.test(typed.trim())
  return {
    ...(values.name.trim() === '' && { name: text('token.name_missing') }),
    ...(!values.unlimited_quota &&
      !isInteger(values.remain_quota) && { remain_quota: text('ui.amount_invalid') }),
    ...(Number.isNaN(secondsOf(values.expires)) && { expires: text('token.time_invalid') }),
    ...((!isInteger(values.count) || Number(values.count) < 1) && {
      count: text('token.count_range'),
    }),
  }
}

function bodyOf(typed: TokenValues) {
  return {
    ...otherBody(tokenFields, typed.others),
    name: typed.name.trim(),
    remain_quota: Number(typed.remain_quota) || 0,
    unlimited_quota: typed.unlimited_quota,
    expired_time: secondsOf(typed.expires),
    model_limits_enabled: typed.models.length > 0,
    model_limits: typed.models.join(','),
    allow_ips: typed.allow_ips,
    tags: typed.tags,
    group: typed.group,
  }
}

/** The new token, where it is one alone. */
async function save(
  token: TokenJson | undefined,
  typed: TokenValues,
  limits: LimitsForm,
): Promise<TokenJson | undefined> {
  const body = bodyOf(typed)
  if (token !== undefined) {
    const { changed, expected } = changesOf(bodyOf(valuesOf(token)), body, ['remain_quota'])
    await call('token.update', { body: { ...changed, expected, id: token.id } })
    await limits.save([String(token.id)])
    await refresh('token')
    return undefined
  }
  const request = { ...body, count: Number(typed.count), project_id: Number(typed.project) }
  const { data } = await call('token.create', { body: request })
  await limits.save(data.map(({ id }) => String(id)))
  await refresh('token')
  return data.length === 1 ? data[0] : undefined
}

interface TokenDrawerProps {
  /** `undefined` for a new one. */
  readonly token: TokenJson | undefined
  readonly onClose: () => void
}

/** The form, and after it the key that it has made. */
export function TokenDrawer({ token, onClose }: TokenDrawerProps) {
  const [made, show] = useState<TokenJson | undefined>(undefined)
  if (made !== undefined) return <KeyDialog token={made} after="creation" onClose={onClose} />
  return <TokenForm token={token} onClose={onClose} onMade={show} />
}

interface TokenFormProps extends TokenDrawerProps {
  readonly onMade: (token: TokenJson) => void
}

function TokenForm({ token, onClose, onMade }: TokenFormProps) {
  const { text } = useText()
  const made = useRef<TokenJson | undefined>(undefined)
  const form = useForm(valuesOf(token), (values) => check(values, text))
  const key = token && String(token.id)
  const limits = useLimits({ subject: 'token', key, setBy: 'owner' })
  const { values, problems } = form
  return (
    <FormDrawer
      title={text(token === undefined ? 'token.add' : 'token.edit')}
      form={form}
      limits={limits}
      onSave={async (typed) => {
        made.current = await save(token, typed, limits)
      }}
      success={text(token === undefined ? 'token.created' : 'ui.saved')}
      saveLabel={text(token === undefined ? 'ui.create' : 'ui.save')}
      onClose={() => (made.current === undefined ? onClose() : onMade(made.current))}
    >
      <Field label={text('field.token.name')} problem={problems.name} isRequired>
        <TextInput
          block
          maxLength={TOKEN_NAME_LENGTH}
          value={values.name}
          onChange={(event) => form.set({ name: event.target.value })}
        />
      </Field>
      {token === undefined ? (
        <ProjectField value={values.project} onChange={(project) => form.set({ project })} />
      ) : (
        <KeyLine token={token} />
      )}
      <QuotaField
        label={text('token.quota')}
        value={values.remain_quota}
        problem={problems.remain_quota}
        isDisabled={values.unlimited_quota}
        shortcuts={QUOTAS}
        onChange={(remain_quota) => form.set({ remain_quota })}
      />
      <SwitchField
        label={text('field.token.unlimited_quota')}
        caption={text('token.unlimited_hint')}
        isOn={values.unlimited_quota}
        onChange={(unlimited_quota) => form.set({ unlimited_quota })}
      />
      <ExpiryField
        value={values.expires}
        problem={problems.expires}
        onChange={(expires) => form.set({ expires })}
      />
      <MoreOptions
        isNeeded={problems.count !== undefined || isNarrowed(values) || limits.drafts.length > 0}
      >
        <OtherFields rows={tokenFields} form={form} />
        <TokenLimits values={values} onChange={(change) => form.set(change)} />
        <LimitsSection form={limits} />
        {token === undefined && (
          <CountField
            value={values.count}
            problem={problems.count}
            onChange={(count) => form.set({ count })}
          />
        )}
      </MoreOptions>
    </FormDrawer>
  )
}

interface ExpiryFieldProps {
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

function ExpiryField({ value, problem, onChange }: ExpiryFieldProps) {
  const { text } = useText()
  return (
    <div className="quota-field">
      <TimeField
        label={text('field.token.expired_time')}
        value={value}
        problem={problem}
        caption={text('token.expires_hint')}
        onChange={onChange}
      />
      <TimeShortcuts onChange={onChange} />
    </div>
  )
}

interface ProjectFieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Of the organisation that is shown. */
function ProjectField({ value, onChange }: ProjectFieldProps) {
  const { text } = useText()
  const isOwn = actingFor() === undefined
  const { data: projects = [] } = useEndpoint('project.list', {}, { skip: isOwn })
  if (isOwn) return null
  return (
    <Field label={text('org.project')}>
      <Select block value={value} onChange={(event) => onChange(event.target.value)}>
        <Select.Option value="">{text('org.no_project')}</Select.Option>
        {projects.map(({ id, name }) => (
          <Select.Option key={id} value={String(id)}>
            {name}
          </Select.Option>
        ))}
      </Select>
    </Field>
  )
}

/** Whether anything is set that most tokens do without. */
function isNarrowed({ models, allow_ips, tags, group }: TokenValues): boolean {
  return models.length > 0 || `${allow_ips}${tags}`.trim() !== '' || group !== ''
}

interface MoreOptionsProps {
  /** Something below is set, or wrong, and must be seen. */
  readonly isNeeded: boolean
  readonly children: ReactNode
}

/** A name and an amount make a token; the rest is there for who looks for it. */
function MoreOptions({ isNeeded, children }: MoreOptionsProps) {
  const { text } = useText()
  const [isOpen, open] = useState(false)
  return (
    <details
      className="more"
      open={isOpen || isNeeded}
      onToggle={(event) => open(event.currentTarget.open)}
    >
      <summary>{text('token.more')}</summary>
      <div className="form">{children}</div>
    </details>
  )
}

/** The ends of the key, and the way to another one. */
function KeyLine({ token }: { readonly token: TokenJson }) {
  const { text } = useText()
  const { isBusy, rotate, sheet } = useRotation()
  return (
    <div className="token-key">
      <span className="field-label">{text('token.key')}</span>
      <code>{keyEnds(token.key)}</code>
      <Button
        size="small"
        leadingVisual={SyncIcon}
        loading={isBusy}
        aria-label={text('token.rotate_named', { name: token.name })}
        onClick={() => void rotate(token)}
      >
        {text('token.rotate')}
      </Button>
      {sheet}
    </div>
  )
}

interface CountFieldProps {
  readonly value: string
  readonly problem: string | undefined
  readonly onChange: (value: string) => void
}

function CountField({ value, problem, onChange }: CountFieldProps) {
  const { text } = useText()
  return (
    <div className="quota-field">
      <Field label={text('token.count')} caption={text('token.count_hint')} problem={problem}>
        <TextInput
          block
          inputMode="numeric"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <div className="chips">
        {COUNTS.map((count) => (
          <button
            key={count}
            type="button"
            className="chip"
            onClick={() => onChange(String(count))}
          >
            {count}
          </button>
        ))}
      </div>
    </div>
  )
}

interface TokenLimitsProps {
  readonly values: TokenValues
  readonly onChange: (change: Partial<TokenValues>) => void
}

function TokenLimits({ values, onChange }: TokenLimitsProps) {
  const { text } = useText()
  const { data: groups } = useEndpoint('user.self_groups')
  const { data: models = [] } = useEndpoint('user.models')
  const names = Object.keys(groups ?? {})
  const hasGroups = names.length > 0
  const isUnknown = values.group !== '' && !names.includes(values.group)
  return (
    <>
      <Field
        label={text('field.token.group')}
        isDisabled={!hasGroups}
        caption={text(groups !== undefined && !hasGroups ? 'token.no_groups' : 'token.group_hint')}
      >
        <Select
          block
          value={values.group}
          onChange={(event) => onChange({ group: event.target.value })}
        >
          <Select.Option value="">{text('token.group_own')}</Select.Option>
          {isUnknown && <Select.Option value={values.group}>{values.group}</Select.Option>}
          {Object.entries(groups ?? {}).map(([name, { desc, ratio }]) => (
            <Select.Option key={name} value={name}>
              {`${name} · ${desc} · ×${ratio}`}
            </Select.Option>
          ))}
        </Select>
      </Field>
      <PickMany
        label={text('field.token.model_limits')}
        caption={text('token.models_hint')}
        chosen={values.models}
        choices={models}
        onChange={(chosen) => onChange({ models: chosen })}
      />
      <Field label={text('field.token.allow_ips')} caption={text('token.ips_hint')}>
        <Textarea
          block
          rows={3}
          resize="vertical"
          placeholder={'192.0.2.1\n2001:db8::/32'}
          value={values.allow_ips}
          onChange={(event) => onChange({ allow_ips: event.target.value })}
        />
      </Field>
      <Field label={text('field.token.tags')} caption={text('token.tags_hint')}>
        <TextInput
          block
          placeholder="team-search, nightly"
          value={values.tags}
          onChange={(event) => onChange({ tags: event.target.value })}
        />
      </Field>
    </>
  )
}
