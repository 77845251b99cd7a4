/** OpenID Connect providers in addition to the one in the settings. */
import { PasskeyFillIcon, PencilIcon, PlusIcon, TrashIcon } from '@primer/octicons-react'
import { Button, Label } from '@primer/react'
import { useState } from 'react'
import { call } from '../../api/client'
import { useEndpoint } from '../../api/use-endpoint'
import { useFormat } from '../../app/format'
import { useText } from '../../app/language'
import { lateDialog } from '../../components/late/Late'
import { useConfirmation } from '../../components/overlay/Confirm'
import { Blank } from '../../components/page/Blank'
import { PageHeader } from '../../components/page/PageHeader'
import { useAction } from '../../components/page/use-action'
import { WholeList } from '../../components/page/WholeList'
import { PlainTable } from '../../components/table/PlainTable'
import { RowButton } from '../../components/table/RowButton'
import type { ProviderJson } from './provider-form'

const ProviderDrawer = lateDialog(async () => (await import('./ProviderDrawer')).ProviderDrawer)

type Edited = { readonly provider: ProviderJson | undefined }

export default function IdentityProviderPage() {
  const { text } = useText()
  const read = useEndpoint('identity_provider.list')
  const { reload } = read
  const [edited, edit] = useState<Edited | undefined>(undefined)
  return (
    <>
      <PageHeader
        title={text('nav.identity_provider')}
        description={text('idp.description')}
        manual="security"
      >
        <Button
          variant="primary"
          leadingVisual={PlusIcon}
          onClick={() => edit({ provider: undefined })}
        >
          {text('idp.new')}
        </Button>
      </PageHeader>
      <WholeList
        read={read}
        blank={
          <Blank icon={PasskeyFillIcon} title={text('idp.none')} message={text('idp.none_hint')} />
        }
      >
        {(providers) => (
          <Providers
            providers={providers}
            onEdit={(provider) => edit({ provider })}
            onGone={reload}
          />
        )}
      </WholeList>
      {edited !== undefined && (
        <ProviderDrawer
          provider={edited.provider}
          onChanged={() => void reload()}
          onClose={() => edit(undefined)}
        />
      )}
    </>
  )
}

interface ProvidersProps {
  readonly providers: readonly ProviderJson[]
  readonly onEdit: (provider: ProviderJson) => void
  readonly onGone: () => Promise<unknown>
}

function Providers({ providers, onEdit, onGone }: ProvidersProps) {
  const { text } = useText()
  const { number } = useFormat()
  const heads = [text('idp.well_known'), text('idp.users'), text('idp.state')] as const
  return (
    <PlainTable titles={[text('idp.name'), ...heads]} hasActions>
      {providers.map((provider) => (
        <tr key={provider.id}>
          <td>
            <strong>{provider.name}</strong> <code>{provider.slug}</code>
          </td>
          <td data-label={heads[0]} className="breaks">
            {new URL(provider.well_known).host}
          </td>
          <td data-label={heads[1]}>{number(provider.users)}</td>
          <td data-label={heads[2]}>
            <Label variant={provider.enabled ? 'success' : 'secondary'}>
              {text(provider.enabled ? 'idp.on' : 'idp.off')}
            </Label>
          </td>
          <td>
            <Acts provider={provider} onEdit={onEdit} onGone={onGone} />
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}

interface ActsProps extends Pick<ProvidersProps, 'onEdit' | 'onGone'> {
  readonly provider: ProviderJson
}

function Acts({ provider, onEdit, onGone }: ActsProps) {
  const { text } = useText()
  const confirm = useConfirmation()
  const { isBusy, run } = useAction()
  const { id, name } = provider
  const remove = async (): Promise<void> => {
    const title = text('idp.remove_title', { name })
    if (!(await confirm({ title, agree: text('ui.remove'), danger: true }))) return
    await run(
      () => call('identity_provider.remove', { params: { id } }).finally(onGone),
      text('idp.removed'),
    )
  }
  return (
    <span className="cell-actions">
      <RowButton icon={PencilIcon} title="ui.edit" name={name} onClick={() => onEdit(provider)} />
      <RowButton
        icon={TrashIcon}
        title="ui.remove"
        name={name}
        isDisabled={isBusy}
        onClick={() => void remove()}
      />
    </span>
  )
}
