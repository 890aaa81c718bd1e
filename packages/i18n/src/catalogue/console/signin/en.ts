import type { Messages } from "../../../translate.ts";

/** Signing in at the desk: second step, passkeys, identity provider. */
export const en = {
  "signIn.second": "Second step",
  "signIn.secondText": "Show that it is you: type the code of your authenticator.",
  "signIn.secondPasskey": "Show that it is you: with your passkey, or with a code.",
  "signIn.byPasskey": "Use a passkey",
  "signIn.recovery": "Recovery code",
  "signIn.recoveryToo": "A recovery code works too.",
  "signIn.other": "Sign in as somebody else",
  "signIn.oidc": "Sign in with {host}",
  "signIn.or": "or",
  "signIn.returning": "One moment: {host} is being asked who you are.",
  "passkeys.title": "Passkeys",
  "passkeys.none":
    "No passkey yet. It opens with your fingerprint, face or a security key, and works on this page alone.",
  "passkeys.add": "Add a passkey",
  "passkeys.addTitle": "Add a passkey",
  "passkeys.addText":
    "First your password. Then your browser asks for your fingerprint, face or security key.",
  "passkeys.name": "Name of this device",
  "passkeys.nameMissing": "Password and name are needed",
  "passkeys.make": "Go on",
  "passkeys.made": "{name} is a passkey now",
  "passkeys.madeAt": "made {when}",
  "passkeys.usedAt": "last used {when}",
  "passkeys.remove": "Remove {name}",
  "passkeys.removeText": "It opens nothing any more. Other passkeys and your authenticator stay.",
  "passkeys.removed": "{name} is removed",
  "passkeys.stopped": "The device did not finish it. Nothing was changed.",
  "passkeys.known": "This device has a passkey for your account already.",
  "passkeys.unavailable": "This browser cannot keep passkeys for this address.",
  "factor.authenticator": "Authenticator app",
  "factor.notSetUp": "not set up",
  "factor.addAuthenticator": "Add an authenticator",
  "factor.removeAuthenticator": "Remove authenticator",
  "factor.removeText": "Its codes open nothing any more. Your passkeys stay.",
  "factor.removed": "The authenticator is removed",
  "people.oidc": "Identity provider",
  "people.oidcNone": "no address written: signs in with the password alone",
  "people.oidcWaiting": "{email}, not used yet",
  "people.oidcBound": "{email}, signed in there",
  "people.oidcChange": "Change address",
  "people.oidcTitle": "Address of {name} at the identity provider",
  "people.oidcText":
    "At the first sign-in with this address, verified by the provider, the person is bound to this account. A new address, or none, unbinds and signs out.",
  "people.oidcEmail": "Email address; empty: none",
  "people.oidcDone": "Address of {name} changed",
} as const satisfies Messages;

export type SigninKey = keyof typeof en;
