import type { en } from "./en.ts";
import type { Translation } from "../../translate.ts";

export const fr: Translation<typeof en> = {
  "message.register.subject": "Votre code d’inscription",
  "message.register.body": "votre code est {code}. Ne le donnez à personne.",
  "message.reset.subject": "Votre code pour un nouveau mot de passe",
  "message.reset.body": "votre code est {code}. Ne le donnez à personne.",
  "message.email_code.subject": "Votre code pour cette adresse",
  "message.email_code.body":
    "votre code est {code}. Saisissez-le dans votre profil pour utiliser cette adresse. Si vous ne l’avez pas demandé, ne faites rien.",
  "message.phone_code.subject": "Votre code pour ce numéro",
  "message.phone_code.body":
    "votre code est {code}. Saisissez-le dans votre profil pour utiliser ce numéro. Si vous ne l’avez pas demandé, ne faites rien.",
  "message.no_account.subject": "Un nouveau mot de passe a été demandé",
  "message.no_account.body":
    "quelqu’un a demandé un nouveau mot de passe, mais ce numéro n’a pas de compte.",
  "message.top_up.subject": "Votre dépôt est arrivé",
  "message.top_up.body":
    "Votre dépôt de {amount} est arrivé et se trouve dans votre solde. Référence : {reference}.",
  "message.withdrawal_paid.subject": "Votre retrait a été payé",
  "message.withdrawal_paid.body":
    "Votre retrait de {amount} a été payé sur votre compte bancaire. Référence : {reference}.",
  "message.withdrawal_refused.subject": "Votre retrait n’a pas été payé",
  "message.withdrawal_refused.body":
    "Votre retrait de {amount} n’a pas été payé et l’argent est de nouveau dans votre solde. Le motif est dans l’application. Référence : {reference}.",
  "message.bank_account.subject": "Votre compte bancaire a changé",
  "message.bank_account.body": "Le compte bancaire de vos retraits a été changé.",
  "message.email_changed.subject": "Votre adresse e-mail a changé",
  "message.email_changed.body": "L’adresse e-mail de votre compte est devenue {address}.",
  "message.phone_changed.subject": "Votre numéro de téléphone a changé",
  "message.phone_changed.body": "Le numéro de téléphone de votre compte est devenu {number}.",
  "message.new_device.subject": "Connexion depuis un nouvel appareil",
  "message.new_device.body":
    "Quelqu’un s’est connecté à votre compte depuis un appareil encore jamais vu : {device}.",
  "message.passkey_added.subject": "Une clé d’accès a été ajoutée",
  "message.passkey_added.body":
    "Une clé d’accès a été ajoutée à votre compte : {device}. Qui la possède se connecte sans votre mot de passe.",
  "message.password_changed.subject": "Votre mot de passe a changé",
  "message.password_changed.body": "Votre mot de passe a été changé.",
  "message.password_reset.subject": "Votre mot de passe a été réinitialisé",
  "message.password_reset.body":
    "Votre mot de passe a été réinitialisé avec un code. Les retraits attendent 24 heures.",
  "message.limits.subject": "Vos limites ont changé",
  "message.limits.body":
    "Vos limites ont changé. Une limite plus stricte vaut tout de suite ; une limite plus large seulement après 24 heures, quand vous la confirmez. Toutes les limites sont dans l’application.",
  "message.time_out.subject": "Votre pause a commencé",
  "message.time_out.body":
    "Votre pause a commencé et dure jusqu’au {until}. D’ici là, vous ne pouvez ni parier ni déposer.",
  "message.exclusion.subject": "Vous êtes exclu des paris",
  "message.exclusion.body":
    "Vous vous êtes exclu des paris jusqu’au {until}. Personne ne peut y mettre fin plus tôt. Vos paris en cours continuent et sont payés, et vous pouvez retirer votre solde.",
  "message.exclusion_for_good.subject": "Vous êtes exclu des paris",
  "message.exclusion_for_good.body":
    "Vous vous êtes exclu des paris pour toujours. Personne ne peut l’annuler. Vos paris en cours continuent et sont payés, et vous pouvez retirer votre solde.",
  "message.register_exclusion.subject": "Un registre des personnes exclues vous nomme",
  "message.register_exclusion.body":
    "Le registre national des personnes exclues vous nomme : tant que c’est le cas, vous ne pouvez ni parier ni déposer ici. Vos paris en cours continuent et sont payés, et vous pouvez retirer votre solde.",
  "message.register_over.subject": "Le registre ne vous nomme plus",
  "message.register_over.body":
    "Le registre national des personnes exclues ne vous nomme plus. L’application dit si et quand vous pouvez parier de nouveau : on revient en le demandant.",
  "message.activity.subject": "Votre activité en {month}",
  "message.activity.body":
    "Vos paris en {month} : misé {staked}, rendu {returned}, résultat {net}. Déposé {topped_up}, retiré {withdrawn}. Chaque jour est dans l’application.",
  "message.account_closed.subject": "Votre compte est fermé",
  "message.account_closed.body":
    "Votre compte est fermé ; votre nom, votre téléphone et votre compte bancaire ont été effacés. La loi nous fait conserver les écritures du livre, sans votre nom.",
  "message.notYou": "Si ce n’était pas vous, prévenez le club tout de suite.",
  "message.open": "Ouvrir l’application",
  "message.mayRefuse": "Vous pouvez désactiver ce type de message dans votre profil.",
  "message.mayStop":
    "Vous recevez ce message parce que vous avez accepté les offres du club. Vous pouvez les désactiver à tout moment dans l’application, sous Limites et pauses.",
  "message.mustCome":
    "Le club envoie ce message dans tous les cas : la loi ou votre sécurité le demande.",
};
