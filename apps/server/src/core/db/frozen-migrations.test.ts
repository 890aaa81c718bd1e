import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * P18: clubs run on these files. A changed one would be refused at their start, so it is refused here
 * first. A release adds its new files to the table.
 */
const FROZEN: Record<string, string> = {
  "0001-core.sql": "375f5c88c03febfd9ce307c9897a3ed16b09dfbdef38acd0765b17a5889197c7",
  "0002-races.sql": "8206d7944d810af31b0bbaffd005c602b84b2edbec796b2c3b8340440358620d",
  "0003-bets.sql": "3b0ae1e6b5a982d8c7826ddbf256c66835d161145d7295b5c8e1eeb70ff33058",
  "0010-sessions.sql": "36bc84a4b0ce6b50d3aa4c653c2f1c920510d51143067ac21b79f23d09c1265f",
  "0011-accounts.sql": "be09ffbba708281b9a1e5e0625165666aa696e8aa944630d83f25c79fd997d66",
  "0020-chain.sql": "805eaa44f6ed028f6512f94d45304a6238e55a51bbaf99bb35bd580e2deeabde",
  "0021-limits.sql": "2015032c9b3764dfeec0017837452d2d73d5fdd16fa1cdeaebacc2c5e64b55fd",
  "0022-approvals.sql": "80c055da6be154139c86be9f09983c2aad905ca53532d3b81c449fc357279bf4",
  "0023-statement.sql": "cc6f1561e3ec40a6d52c2c8c86dd1de5b99a572c4bfc2ba1f0cc1631d9550f54",
  "0030-refunds.sql": "3d34ac0f93becf2f2bfb5556ba1bd79cb4e33bba1e608e2747fd91344ee01cf2",
  "0040-settlement.sql": "f89e843528d5486c4fd38465927481ebcf3c84971f49be1d19c7a1d2d0a4c884",
  "0050-bank-card.sql": "a16d716189d7390581ca7d33d9eadf48373774c8d229ffd3fd68ff11a101495f",
  "0100-sports.sql": "c334162eab3ed1324716f6b0ff63ae8478cf9421da09bc8c1382ea67d995ff7f",
  "0101-sport-bets.sql": "69ab3889ef310ef7c59a25eb98749ba8e0d0e6e84e55384e88897d352e3cd059",
  "0102-sport-settlement.sql": "057cbadf663dc6e785fe6e88bbd15336fb31baaa0769fe48f83a680529c0576a",
  "0120-proofs.sql": "fa7c0f43a7349e1afa0c4c7cacce8c7ba820c95b021a01b1f02769b090f28900",
  "0130-withdrawals.sql": "25b1d4b334570a6f2d9c540e25f793189e45dbb46ded8a52f1e3c77ce1c75fad",
  "0131-receipts.sql": "a422561a49f8730f8a105164c50a088905f1b135dc603305c68bf7a78bea62f4",
  "0132-statement.sql": "2e6bf56a4b4281e7c294f28e6f20fdb5b13550738cc609fe85e426e63029cd86",
  "0133-erase-papers.sql": "0cf8a5944d0603ae5c88ee642054529e63c1b3b64fa89db971dc75f5bd97d16c",
  "0140-passkeys.sql": "82c30db41bd03ad6bdc623013efc753e98198c34f7f1620f968cb19da2ee5c6a",
  "0141-push.sql": "e73ba4f58befdd8f537313237dcd3f7934bfd1b396702f6ee30baffb2be39068",
  "0142-export.sql": "7bb0f2d809d1359abebccab3e23b753df76d7d86676d690604e09f3ba034a15a",
  "0143-status.sql": "472e04eec7c8f60bb35729e487a2e19ce7733bb56ec9c3aa3e56d2b8b35fa5d8",
  "0144-close-account.sql": "5dd93c7c3505092c2e0609246d56f65ba234e3eb3226615fc41a4f09f22a4ef0",
  "0150-protection.sql": "32f02a2400bf9dce563e22e80ce1a0e27365f46ce3d0e85030aa52322d31f4f9",
  "0151-place-bets.sql": "e572af5823c9e3d79add702bbf7fed13a93525d81c3c8cbd1477c28b3c70dcb2",
  "0152-activity.sql": "1616023f9ca9c5ed1e953d5308c946dd96ba71ae7b13b24ec19c2066d12ed04b",
  "0153-content.sql": "7e4db4633e5d44e1d84789c57d8fb033871d4c947e4b9e8b52e5790a99b7e0d7",
  "0154-activity-reversals.sql": "8ebbf1a473d576a6ab43ea641ef487ee6375713ecd24dbd2b74c3e630cc64cb6",
  "0160-shop.sql": "1bfd3bdabf86144bd249435b6fad7fd7abd647bca9a104895a37ab001532ff50",
  "0161-invitations.sql": "6e4cec6bfa21d2350a81ae6cc7df76d6d519895fc9302c666522cb10f3231d38",
  "0162-channels.sql": "5feb6fa1b562e8109f6d462d44ee3b157d28c252fb5e149c771ec7804ac77e91",
  "0170-prices.sql": "8f1c8a0f8a32a974259c512e63ce67ab7f6073962b1aeb196bee7728e0a302f7",
  "0180-session-ends.sql": "1f15e25addbda0082736c3af181e801a67a19bd0d9a5c227d898ee57a4c13a2d",
  "0181-books-off.sql": "10bfe21e9c311af4074910a67c62d0df84154d553b7654995d2ee1de76b4d1dc",
  "0182-corrections.sql": "f4eff78bc20873760afe4f3fe56f39701507d99526ce60a5fc67803f9f7e8f06",
  "0183-books-fold.sql": "c6dd6db3ff80c53509d10247da974478b3133cd2c55d10ec3d44d37caf2ed430",
  "0190-operator-factor.sql": "4e0a8cf49284d86ca3d884d81e297c4dac36f7ab839f42c95fe7b8d891e66dfc",
  "0195-public-books.sql": "baf9f424fe08d6490a06cb29131d92ee7a006cda08d7f64ba524bfd56edd1980",
  "0196-resolve-key.sql": "d5dc574be6660f7c8ecc458d12bdf4df58422a2e6f3464eb412d4219b3448b59",
  "0200-sport-bet-groups.sql": "f33365c30c3a4b8aab61c2ecc09a661ea0f8389f77cab5408605f4b3bdfc8141",
  "0210-sport-proofs.sql": "5a9e4908665398254b4b0728177a8d73a1697adf45aa2afe79c392b9a4e33ccd",
  "0211-day-replays.sql": "fa5a3001736eed1261106ac9a72cf586fc5183ccce33ed9defb4e25183e27c53",
  "0220-code-address.sql": "cb83dd444f55d88f217b5466cd530ed296fa76cdc3af960806e4bbc2a31935cc",
  "0221-product-wish.sql": "aab64277c6cd64040d4e5730a7324f830f32b3c698e621725f943840edba744c",
  "0230-incidents.sql": "47cc8ecc47c4d80021852f0d0d64f613d207d1bdf45a3ee6e8ac9c5fbf59e0a6",
  "0231-result-desk.sql": "48aff5bdb1554a20889309e800345b3b3edeb4152b50c9ba29fca80bdb63ba9b",
  "0240-money-flags.sql": "0201d3e5b5ea8baee5501ba782dda3153aa8eae5436f3ade6f3406212723a00e",
  "0241-payout-files.sql": "d6881a176b34e1eb573884b665fa215a77f27a02b98bb621b775e8fc86005e47",
  "0242-bank-lines.sql": "5a4f46db5cc61df957ed0fd98c0eac4ded1ab3c4d78d24d95ca85f406534f83a",
  "0243-month-close.sql": "a2886628c534f5ec139303a19058b49331f62c0f88e51c848ae725dadf420e1e",
  "0250-player-file.sql": "1490ae291da5de4bf99929e82fc8ce5b1261355e40012d8a85168f0c9b52e5df",
  "0251-doors.sql": "bb8df9562ef9969c38f4172c389dc7831d43f9a2f14a74dbaf91b40d861ec63f",
  "0252-audit-chain.sql": "25cc27c3f04e5c6536da3a0d91fea72eeabe4894c7201c40b2e8933fbbe35f28",
  "0253-four-eyes.sql": "faac02f028119528fe1e5041daffec055efa9169bf35163bedd3e791fcbeae4e",
  "0254-sport-second.sql": "a1b92367c0be912d9d1a58226b0446247533102f92a27ab2991b6fea8e992735",
  "0270-account-fold.sql": "4d1c58431acbbba0117854cc1703b3d1d8e92d2fb62e1b1927f9d3577824e64d",
  "0271-verification-steps.sql": "7331297c5971ef07c72c185aa3391067faa3986f1c2da9129805478b79048841",
  "0290-sport-played.sql": "42f2cee839be8d9226cbfa86bbd474fe4b094e16dcd86a110bfba60b3eed54dc",
};

test.each(Object.entries(FROZEN))("%s is as it was released", (name, checksum) => {
  const sql = readFileSync(join(import.meta.dirname, "migrations", name), "utf8");
  expect(createHash("sha256").update(sql.replaceAll("\r\n", "\n")).digest("hex")).toBe(checksum);
});
