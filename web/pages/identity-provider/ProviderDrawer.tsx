import { TextInput } from '@primer/react'
import type { TextKey } from '../../../server/domain/i18n/translate'
import { call } from '../../api/client'
import { refresh } from '../../api/use-endpoint'
import { useText } from '../../app/language'
import { useSite } from '../../app/site'
import { Field } from '../../components/form/Field'
import { FormDrawer } from '../../components/form/FormDrawer'
import { JsonField } from '../../components/form/JsonField'
import { PasswordInput } from '../../components/form/PasswordInput'
import { SwitchField } from '../../components/form/SwitchField'
import { useForm } from '../../components/form/use-form'
import {
  bodyOf,
  isMap,
  MAPS,
  type ProviderJson,
  type ProviderValues,
  valuesOf,
} from './provider-form'

interface ProviderDrawerProps {
  /** Absent for a new one. */
  readonly provider: ProviderJson | undefined
  readonly onChanged: () => void
  readonly onClose: () => void
}

const PLACEHOLDERS = {
  group_map: '{"staff": "vip"}',
  organisation_map: '{"staff": "acme:member"}',
  role_map: '{"ops": "admin"}',
} as const

export function ProviderDrawer({ provider, onChanged, onClose }: ProviderDrawerProps) {
  const { text } = useText()
  const isNew = provider === undefined
  const needed: readonly (keyof ProviderValues)[] = [
    ...(['name', 'well_known', 'client_id'] as const),
    ...(isNew ? (['slug', 'client_secret'] as const) : []),
  ]
  const form = useForm(valuesOf(provider), (values) => ({
    ...Object.fromEntries(
      needed
        .filter((name) => String(values[name]).trim() === '')
        .map((name) => [name, text('reason.empty')]),
    ),
    ...Object.fromEntries(
      MAPS.filter((name) => !isMap(values[name])).map((name) => [name, text('idp.map_wrong')]),
    ),
  }))
  const { values } = form
  const save = async (): Promise<void> => {
    const body = bodyOf(values)
    if (isNew) await call('identity_provider.create', { body: { ...body, slug: values.slug } })
    else await call('identity_provider.update', { params: { id: provider.id }, body })
    await refresh('status')
    onChanged()
  }
  return (
    <FormDrawer
      title={text(isNew ? 'idp.new' : 'idp.edit')}
      form={form}
      onSave={save}
      success={text('ui.saved')}
      onClose={onClose}
    >
      <ClientFields form={form} isNew={isNew} />
      <Switches form={form} />
      <ClaimFields form={form} />
    </FormDrawer>
  )
}

interface PartProps {
  readonly form: ReturnType<typeof useForm<ProviderValues>>
}

/** Addresses of this site, as the provider must know them. */
function useAddress(path: (slug: string) => string, { values }: PartProps['form']): string {
  const { server_address } = useSite()
  return `${server_address || location.origin}${path(values.slug.trim() || '…')}`
}

function ClientFields({ form, isNew }: PartProps & { readonly isNew: boolean }) {
  const { text } = useText()
  const { values, set, problems } = form
  const address = useAddress((slug) => `/oauth/${slug}`, form)
  return (
    <>
      <Line form={form} name="name" title="idp.name" caption={text('idp.name_hint')} isRequired />
      <Line
        form={form}
        name="slug"
        title="idp.slug"
        caption={text('idp.slug_hint', { address })}
        isDisabled={!isNew}
        isRequired={isNew}
      />
      <Line form={form} name="well_known" title="idp.well_known" isRequired />
      <Line form={form} name="client_id" title="idp.client_id" isRequired />
      <Field
        label={text('idp.client_secret')}
        caption={isNew ? undefined : text('idp.secret_kept')}
        problem={problems.client_secret}
        isRequired={isNew}
      >
        <PasswordInput
          value={values.client_secret}
          autoComplete="new-password"
          size="medium"
          onChange={(client_secret) => set({ client_secret })}
        />
      </Field>
      <Line form={form} name="scopes" title="idp.scopes" caption={text('idp.scopes_hint')} />
    </>
  )
}

function Switches({ form }: PartProps) {
  const { text } = useText()
  const { values, set } = form
  const address = useAddress((slug) => `/api/oauth/${slug}/logout`, form)
  return (
    <>
      <SwitchField
        label={text('idp.enabled')}
        isOn={values.enabled}
        onChange={(enabled) => set({ enabled })}
      />
      <SwitchField
        label={text('idp.registers')}
        caption={text('idp.registers_hint')}
        isOn={values.registers}
        onChange={(registers) => set({ registers })}
      />
      <SwitchField
        label={text('idp.single_logout')}
        caption={text('idp.logout_hint', { address })}
        isOn={values.single_logout}
        onChange={(single_logout) => set({ single_logout })}
      />
      <SwitchField
        label={text('idp.links_scim')}
        caption={text('idp.links_hint')}
        isOn={values.links_scim}
        onChange={(links_scim) => set({ links_scim })}
      />
    </>
  )
}

function ClaimFields({ form }: PartProps) {
  const { text } = useText()
  const { values, set, problems } = form
  return (
    <>
      <Line
        form={form}
        name="groups_claim"
        title="idp.groups_claim"
        caption={text('idp.groups_hint')}
      />
      {MAPS.map((name) => (
        <JsonField
          key={name}
          label={text(`idp.${name}`)}
          rows={3}
          value={values[name]}
          placeholder={PLACEHOLDERS[name]}
          problem={problems[name]}
          {...(name === 'role_map' && { caption: text('idp.role_hint') })}
          onChange={(json) => set({ [name]: json })}
        />
      ))}
    </>
  )
}

interface LineProps extends PartProps {
  readonly name: 'name' | 'slug' | 'well_known' | 'client_id' | 'scopes' | 'groups_claim'
  readonly title: TextKey
  readonly caption?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
}

function Line({ form, name, title, caption, isRequired = false, isDisabled = false }: LineProps) {
  const { text } = useText()
  return (
    <Field
      label={text(title)}
      caption={caption}
      problem={form.problems[name]}
      isRequired={isRequired}
      isDisabled={isDisabled}
    >
      <TextInput
        block
        value={form.values[name]}
        onChange={(event) => form.set({ [name]: event.target.value })}
      />
    </Field>
  )
}
