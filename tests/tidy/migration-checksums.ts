/**
 * SHA-256 of each released migration. A new migration adds a line; a line never changes once
 * a database out there may have run it.
 */
export const MIGRATION_CHECKSUMS: Readonly<Record<string, string>> = {
  '0001-baseline.ts': '7bef77b52886abe97acfe1f18fb031910fbe27a0c3b81d3f3ebf0b05153037e9',
  '0002-notices.ts': 'c244c4071a58b63a46ce929b4873c6578b3be56f604beb548b241b67bcbe2fb1',
  '0003-leases.ts': 'f3e39681e746412df6462b975b0a065baa466125f661bb19a0a93208b0c8d1d5',
  '0004-orders-and-log-indexes.ts':
    'b6aceb5859b7acf86c9810ddc9d7e1b13495f6d6f1e3e5dd3b5cf87501f27985',
  '0005-models-in-the-log-index.ts':
    '9d1f0ab614b980ac28a7624691d767ed6fcf253040366ebe8c38192625ad2b26',
  '0006-sealed-proxies.ts': '6c599e517038f6f8b38784da8812f7b3846d1f2772fa35f653256902cea153a2',
  '0007-outbox.ts': 'c2eba901b724a3dd62e13826d91f842d2efae98e43574c867afffb93bf5e2491',
  '0008-prices.ts': 'c287ba7823b9af9db375b7beabad3179a3696927738440d74035e254345a73c9',
  '0009-holders.ts': '07759e53b2065b0979ee6227231bade0521c975406bf0a35fccaeade9764ba15',
  '0010-owned.ts': '4badd358636fc0e2595a065198f54d820536fc391f79455342e866ce252870fe',
  '0011-jobs.ts': '97a12fbc25b1e9b0e9e26d673be032202ac21725cc8fa5971fc5e414efd11748',
  '0012-rollups.ts': '98678f201982dfa69d4e2ddc07da440aae353d494fc5186cb46dd8624a10b0f0',
  '0013-calls-of-a-row.ts': '555c16fc27cb0c1b0abfdf1fd04c2d21a300e63f433a346e222ccd6de90691a1',
  '0014-limits.ts': 'ec0a542a057eb23f9d6d8bb687963b4c7f87f496d3430718717a1dc2fb4af555',
  '0015-channel-keys.ts': 'cd7628377a16bb9b620654fa7ada43e26be2d4e090d7ec3da493e03f1fc001cd',
  '0016-last-use.ts': '6912d2775062661c294fd40531a323e9f0e21822c6d5b16f9969cce21438faf8',
  '0017-list-indexes.ts': '485acaae9e3c82a3783044e33d1b4f4ccbca816de20af6c34eda89673e563c89',
  '0018-stored-responses.ts': '4133dc4eebfd30b34e70b027757a65e23e219ee75ad7983c694af6e228a7c960',
  '0019-receipt-links.ts': '174964881902871a784f6b87216fbebdbbf54dc69c904fe36ea2ed898aa80e4e',
  '0020-response-state.ts': 'e5b00bdc8c2a6504650060b7f845c074734b16f77f31fde546b83d0575cdb5fa',
  '0021-charged-rollups.ts': '490696cb6e7a1845c046d9fe73d2e4bb7a875ddc29f734e2cc1eb3536a3d8556',
  '0022-idempotency-keys.ts': '9641cf89fe9ba7a91ced946177a44f9d2404c1f9ee24f280acdb2ed67a2e03a2',
  '0023-usage-facts.ts': 'd0a8e932c605e03b723a2b1253c2099e84df94554202985db4c74b26d17d1a60',
  '0024-charts.ts': '99dfae0285655ebdbe700cecf4081de9cbb208b26a000c1969fe6b2b4f577037',
  '0025-change-count.ts': '367cfc12461421dc0fd8247d2e5b3d67b644298ae2cc81361ae4cf988d8dfcdc',
  '0026-nodes.ts': '9a711a729d72bfa93c88d329cc33898840c5f584d49d11a23c10c2c3fdeaa1eb',
  '0027-channel-usage.ts': '0ee9b361430c1db058c79bd56158f318d41f1c55ea86df5cfaf78da8986f1c67',
  '0028-event-counts.ts': 'a30092f8ac963f3c9972563b88d0151ca9a8ce8ccc030c81efa7c44b12132d1b',
  '0029-additive-migrations.ts': '0e73f820cb17130061c019700f76cff39fb8d083d5080981d0236eb7fd9e8d4c',
  '0030-log-shipping.ts': 'c9e8ecb6e9831fe0bbb5b34388b56f6214a02bcefaf9bfe679661551dd91c9cf',
  '0031-channel-usage-index.ts': 'f8c27c72278f08a9ec51ae9c328ddf6c140b8da2909a81e173d09937482c8629',
  '0032-second-factors.ts': '9c1271b43f1a8a9137126cde882b21fb7c8ada7497529f811ed8aa8b77504deb',
  '0033-access-token-scopes.ts': '5ce608096a55f52482d35d3dda98779c01d85996bb84a83446d301e2e7540d07',
  '0034-frozen-tokens.ts': 'fd50baec0f7db99101cf751ddddd1c9f51089caca66c52b8a8a222d6904cad79',
  '0035-organisations.ts': '030e7d2882f4766217857cd9851cfcb778470ca00ec635ec042c4d59937d194b',
}
