import type { RefusalKey } from "./en.ts";

export const fr = {
  "refusal.unknown": "Le club a refusé cela ({code}).",
  "refusal.bet.type_unknown": "Choisissez un type de pari.",
  "refusal.bet.amount_invalid": "Saisissez une mise supérieure à 0 avec deux décimales au plus.",
  "refusal.bet.over_limit":
    "Ce pari coûte trop cher : baissez la mise ou choisissez moins de partants.",
  "refusal.bet.nothing_selected": "Choisissez un partant pour chaque place.",
  "refusal.bet.runner_twice": "Un partant figure deux fois à la même place.",
  "refusal.bet.runner_unknown": "Cette course n’a pas ce partant.",
  "refusal.bet.runner_scratched": "Un partant choisi est non-partant.",
  "refusal.bet.standout_invalid":
    "Choisissez une base par place, à partir de la 1re, sans la répéter parmi les autres.",
  "refusal.bet.no_combination": "Cette sélection ne donne aucune combinaison.",
  "refusal.bet.too_many_combinations": "Trop de combinaisons : 30 000 au plus par pari.",
  "refusal.bet.same_race_twice": "Chaque étape demande une course différente.",
  "refusal.bet.race_mismatch":
    "La réunion et la course ne correspondent pas. Choisissez la course de nouveau.",
  "refusal.bet.date_wrong": "Cette course a lieu un autre jour.",
  "refusal.bet.legs_do_not_combine": "Ces courses ne peuvent pas être combinées dans un pari.",
  "refusal.bet.staff":
    "Ce compte appartient à une personne qui travaille au club. Il ne peut pas parier.",
  "refusal.bet.same_again": "Vous avez placé le même pari il y a un instant. Le placer encore ?",
  "refusal.bet.abandoned": "Ce pari a été abandonné et n’a pas été placé.",
  "refusal.bet.in_doubt":
    "Nous ne savons pas encore si le pari est pris. Rien ne sera placé deux fois.",
  "refusal.race.closed": "Les paris sur cette course sont fermés.",
  "refusal.pool.closed": "Cette masse est fermée.",
  "refusal.betting.paused": "Les paris sont en pause pour le moment. Rien n’a été placé.",
  "refusal.incident.running": "C’est déjà en pause.",
  "refusal.incident.over": "{name} a déjà repris les paris.",
  "refusal.adjust.same_account": "Choisissez deux comptes différents.",
  "refusal.rules.figure":
    "« {field} » doit aller de {least} à {most}, ou n’est pas permis pour ce pool.",
  "refusal.rules.name":
    "Un règlement se nomme par 2 à 24 majuscules, chiffres et tirets bas, une majuscule en tête.",
  "refusal.rules.waiting": "Ce brouillon attend un second opérateur.",
  "refusal.rules.stale":
    "Une autre version est arrivée entre-temps. Regardez-la, puis enregistrez le brouillon à nouveau.",
  "refusal.rules.same": "Le brouillon est identique à la version la plus récente.",
  "refusal.pool.state": "Cette masse est terminée ou déjà en cours de remboursement.",
  "refusal.pool.not_offered": "Cette masse n’est pas proposée sur la course.",
  "refusal.hook.signature": "Ce message n’est pas signé comme il faut, ou il est trop ancien.",
  "refusal.card.arrival_over": "Un autre opérateur a déjà traité ce programme.",
  "refusal.pool.in_use":
    "Des paris, un incident ou le résultat d’une course tiennent à cette masse : remboursez-la plutôt.",
  "refusal.race.walk_over": "Un walk-over demande un partant qui n’est pas retiré.",
  "refusal.result.inquiry":
    "Une enquête ou une réclamation est ouverte : le résultat n’est pas définitif avant la décision.",
  "refusal.inquiry.decided": "{name} a déjà tranché.",
  "refusal.settlement.stopped": "Le règlement est arrêté. Reprenez-le d’abord.",
  "refusal.settlement.not_stopped": "Le règlement de cette course n’est pas arrêté.",
  "refusal.card.same_person":
    "Un autre opérateur doit ouvrir les courses d’un programme que vous avez modifié.",
  "refusal.result.invalid": "L’arrivée ne correspond pas à cette course.",
  "refusal.result.no_dividend": "Une combinaison gagnante n’a pas de rapport : {combination}.",
  "refusal.sport.legs_count": "Ce type de pari demande un autre nombre de sélections.",
  "refusal.sport.related_legs": "Les sélections d’un même événement ne se combinent pas.",
  "refusal.sport.market_invalid":
    "Ce marché n’a pas les issues, la ligne ou les cotes que demande son type.",
  "refusal.sport.result_invalid": "Le résultat ne tranche pas tous les marchés de cet événement.",
  "refusal.sport.limits_unset":
    "Avant le premier marché, dites ce que le club peut perdre sur un marché et sur un événement.",
  "refusal.odds.changed": "Les cotes ont changé. Vérifiez les nouvelles et pariez à nouveau.",
  "refusal.market.closed": "Ce marché ne prend pas de paris pour le moment.",
  "refusal.sport.over_liability":
    "Le club ne peut pas accepter autant sur cette sélection. Une mise plus petite est possible.",
  "refusal.sport.outcome_unknown": "Cette sélection n’existe plus. Choisissez à nouveau.",
  "refusal.sport.event_state": "L’état de l’événement ne le permet pas.",
  "refusal.sport.postponed":
    "Le nouveau départ est plus tardif que ne l’admettent les règles de ce sport. Annulez plutôt l’événement.",
  "refusal.sport.version": "Le marché a bougé depuis que vous l’avez consulté. Regardez à nouveau.",
  "refusal.sport.order_settled": "Ce pari est déjà réglé.",
  "refusal.order.settled": "Ce pari est déjà réglé.",
  "refusal.feed.unreadable": "Le club ne peut pas lire ce flux.",
  "refusal.result.state": "Un résultat ne peut pas être saisi dans cet état de la course.",
  "refusal.result.stale":
    "Quelque chose a changé depuis, comme un forfait ou un résultat plus récent. Vérifiez, puis saisissez-le à nouveau.",
  "refusal.result.differs": "Cette saisie diffère de la première.",
  "refusal.result.unknown": "Cette version du résultat n’existe pas.",
  "refusal.result.unconfirmed": "Un second opérateur doit d’abord confirmer ce résultat.",
  "refusal.idempotency.mismatch": "Cette clé a servi à autre chose.",
  "refusal.idempotency.key_invalid": "La clé d’idempotence doit avoir de 1 à 200 caractères.",
  "refusal.idempotency.key_needed": "Cet appel demande une Idempotency-Key.",
  "refusal.funds.insufficient": "Solde insuffisant pour cela.",
  "refusal.limit.stake": "Cela dépasse votre limite de mises.",
  "refusal.limit.loss": "Cela pourrait dépasser votre limite de pertes.",
  "refusal.limit.deposit": "Cela dépasse votre limite de dépôts.",
  "refusal.limit.nothing_pending": "Aucune limite plus large n’est en attente.",
  "refusal.limit.waiting": "La limite plus large doit d’abord attendre 24 heures.",
  "refusal.player.frozen": "Ce compte ne peut pas parier pour le moment. Contactez le club.",
  "refusal.player.time_out": "Vous êtes en pause. Les paris rouvriront à la fin de celle-ci.",
  "refusal.player.excluded":
    "Vous vous êtes exclu des paris. Les paris en cours continuent et votre solde peut être retiré.",
  "refusal.player.review":
    "Ce compte est en cours de vérification par le club. Paris et dépôts attendent jusque-là ; votre solde peut être retiré.",
  "refusal.player.identity_needed": "Le club doit d’abord vérifier votre identité. Contactez-nous.",
  "refusal.exclusion.none": "Ce compte n’a pas d’auto-exclusion.",
  "refusal.exclusion.not_over": "L’auto-exclusion n’est pas encore terminée.",
  "refusal.exclusion.unanswered":
    "Le registre des personnes exclues ne répond pas en ce moment, et la loi nous oblige à le consulter d’abord. Réessayez dans une minute. Votre argent est en sécurité.",
  "refusal.exclusion.waiting": "Le retour prend 24 heures après votre demande.",
  "refusal.content.unsafe":
    "Le texte contient du HTML ou un lien qui n’est ni https, ni mailto, ni tel.",
  "refusal.content.stale": "Quelqu’un d’autre a modifié ce texte entre-temps. Rechargez-le.",
  "refusal.profile.name_needed":
    "La loi nous oblige à consulter d’abord le registre des personnes exclues, par nom complet, date de naissance, adresse e-mail et code postal. Indiquez ce qui manque : à l’inscription, ou dans votre compte, sous Nom et téléphone.",
  "refusal.profile.age_needed":
    "Indiquez d’abord votre date de naissance : les paris sont réservés aux 18 ans et plus.",
  "refusal.profile.under_age": "Les paris sont réservés aux 18 ans et plus.",
  "refusal.profile.birth_date_fixed": "Seul le club peut changer la date de naissance.",
  "refusal.session.needed": "Connectez-vous.",
  "refusal.session.expired": "Votre session a expiré. Reconnectez-vous.",
  "refusal.signin.refused": "Nom d’utilisateur ou mot de passe incorrect.",
  "refusal.signin.too_many": "Trop d’essais. Patientez un peu.",
  "refusal.password.weak":
    "Choisissez un mot de passe de 8 à 128 caractères qui ne soit pas courant.",
  "refusal.password.wrong": "Le mot de passe est incorrect.",
  "refusal.passkey.refused":
    "Cette clé d’accès ne peut pas servir ici. Connectez-vous avec votre mot de passe.",
  "refusal.passkey.too_many": "Vous avez déjà {most} clés d’accès. Supprimez-en une d’abord.",
  "refusal.follow.full": "Vous en suivez déjà 200. Retirez-en d’abord un.",
  "refusal.push.not_yet": "Les notifications peuvent être activées après votre premier pari.",
  "refusal.push.not_allowed": "Les notifications sont coupées tant que votre compte est en pause.",
  "refusal.account.not_empty":
    "Le compte peut être fermé quand le solde est de 0,00 et qu’aucun pari, paiement ni achat n’est en cours.",
  "refusal.phone.country": "Aucun code ne peut être envoyé vers ce pays.",
  "refusal.verification.spent":
    "Plus aucun code ne peut être envoyé aujourd’hui. Réessayez demain.",
  "refusal.verification.refused": "Le code est incorrect ou a expiré.",
  "refusal.verification.too_soon":
    "Un code vient d’être envoyé. Patientez avant d’en redemander un.",
  "refusal.user_name.taken": "Ce nom d’utilisateur est déjà pris.",
  "refusal.phone.taken": "Un compte existe déjà avec ce numéro.",
  "refusal.invite.unknown": "Ce code d’invitation n’existe pas.",
  "refusal.bank_card.invalid": "Cette donnée bancaire n’est pas valable : {field}.",
  "refusal.shop.sold_out": "Il n’en reste pas assez.",
  "refusal.shop.price_changed": "Le prix a changé. Regardez-le et achetez de nouveau.",
  "refusal.shop.order_state": "Cette commande a déjà été remise ou remboursée.",
  "refusal.shop.stock_low": "Le stock est inférieur à cela.",
  "refusal.shop.stale": "Quelqu’un l’a modifié entre-temps. Rechargez-le.",
  "refusal.invite.rewards_off": "Le club ne verse pas de récompense pour les invitations.",
  "refusal.invite.not_due": "Tout n’est pas encore réuni pour cette récompense.",
  "refusal.invite.state": "Cette récompense a déjà été décidée.",
  "refusal.connection.off": "Ce n’est pas configuré dans ce club.",
  "refusal.connection.failed": "Le prestataire ne l’a pas fait : {said}",
  "refusal.connection.settings": "Ce réglage de la connexion n’est pas correct.",
  "refusal.setting.invalid": "Cette valeur n’est pas correcte : {field}.",
  "refusal.setting.contrast":
    "Cette couleur est trop proche de ce qui est écrit dessus ou placé dessous. Un texte demande un contraste de 4,5 pour 1.",
  "refusal.setting.logo": "Le logo est un PNG de 48 Ko et de 1024 pixels de côté au plus.",
  "refusal.setting.stale": "Quelqu’un a modifié ces réglages entre-temps. Rechargez-les.",
  "refusal.hook.refused": "L’avis n’est pas signé, ou arrive trop tard.",
  "refusal.channel.address": "Une chaîne est diffusée par le club ou par un hôte configuré.",
  "refusal.top_up.method_unknown": "Choisissez un moyen de paiement.",
  "refusal.payment.away":
    "La page de paiement est indisponible pour le moment. Rien n’a été prélevé ; réessayez.",
  "refusal.payment.state": "Ce paiement est désormais à l’état {state}.",
  "refusal.payment.differs":
    "Ce qui est arrivé n’est pas dans la devise du club : à renvoyer ou à mettre de côté.",
  "refusal.top_up.over_limit": "Un dépôt va de 0,01 à 1 000 000,00.",
  "refusal.top_up.state": "Ce dépôt a déjà été traité.",
  "refusal.withdrawal.amount_invalid": "Un retrait est compris entre 0,01 et 1 000 000,00.",
  "refusal.withdrawal.account_needed":
    "Indiquez d’abord votre compte bancaire : les retraits y sont versés.",
  "refusal.withdrawal.state": "Ce retrait a déjà été traité.",
  "refusal.withdrawal.cancel_off": "Ce club n’annule pas les retraits.",
  "refusal.withdrawal.account_waits":
    "Le compte bancaire n’est pas encore vérifié ou a changé il y a moins de 24 heures.",
  "refusal.withdrawal.in_file":
    "Ce retrait figure dans un fichier de paiements qui n’a pas été envoyé. Abandonnez d’abord le fichier.",
  "refusal.withdrawal.with_provider":
    "Le prestataire est chargé de payer ce retrait. Attendez de savoir ce qu’il en est.",
  "refusal.withdrawal.frozen":
    "Un paiement de ce joueur a été repris : rien ne sort avant la clôture du dossier.",
  "refusal.withdrawal.after_reset":
    "Le mot de passe du joueur a été redéfini avec un code. Rien ne lui est payé pendant les 24 heures qui suivent.",
  "refusal.act.total_differs": "La somme a changé entre-temps. Regardez à nouveau la liste.",
  "refusal.payout.account_needed":
    "Indiquez d’abord le compte bancaire du club pour ce type de fichier.",
  "refusal.payout.not_ready":
    "Un retrait de la liste ne peut pas entrer dans ce fichier. Regardez à nouveau la liste.",
  "refusal.payout.state": "Ce fichier de paiements a déjà été envoyé ou abandonné.",
  "refusal.bank.file_invalid":
    "La ligne {line} du fichier est illisible : {rule}. Rien n’a été ajouté.",
  "refusal.bank.file_slow":
    "La lecture du fichier prend trop de temps. Envoyez-le en plusieurs parties, une semaine dans chacune. Rien n’a été ajouté.",
  "refusal.bank.profile_unknown": "Ce profil de colonnes n’existe pas.",
  "refusal.bank.line_state": "Quelqu’un a dit entre-temps ce qu’est ce mouvement.",
  "refusal.bank.target_taken": "Un autre mouvement y correspond déjà.",
  "refusal.bank.amount_differs":
    "Les montants ne sont pas égaux. Décidez à la main et expliquez le mouvement.",
  "refusal.month.not_yet": "Ce mois ne peut pas encore être clôturé.",
  "refusal.report.range":
    "Choisissez un premier jour qui ne suit pas le dernier, et 366 jours au plus.",
  "refusal.receiving.iban":
    "Cet IBAN n’est pas correct : relisez-le signe par signe. Il en faut un pour les euros.",
  "refusal.receiving.bic": "Ce BIC n’est pas correct : il compte 8 ou 11 signes.",
  "refusal.receiving.branch":
    "Ce code d’agence ne convient pas pour {currency} : un BSB ou un sort code a 6 chiffres.",
  "refusal.receiving.number": "Ce numéro de compte ne convient pas pour {currency}.",
  "refusal.receiving.stale":
    "Les comptes ont changé entre-temps. Relisez-les et demandez à nouveau.",
  "refusal.receipt.type": "Envoyez une image : JPEG, PNG ou WebP.",
  "refusal.receipt.unreadable":
    "Cette image est illisible. Reprenez-la ou choisissez-en une autre.",
  "refusal.receipt.too_many": "Ce dépôt a déjà trois images.",
  "refusal.export.too_long":
    "C’est trop pour un fichier : {most} lignes au plus. Choisissez moins de jours.",
  "refusal.money.same_person": "Vous ne pouvez pas décider de votre propre argent.",
  "refusal.webhook.address":
    "Le club n’appelle que des adresses https de l’internet public, sur le port 443 ou 8443.",
  "refusal.complaint.too_many":
    "Cinq réclamations sont déjà ouvertes. Le club répond d’abord à celles-ci.",
  "refusal.complaint.state": "{name} a déjà répondu à cette réclamation.",
  "refusal.document.too_many": "Quatre documents attendent déjà. Le club examine d’abord ceux-là.",
  "refusal.document.state": "{name} a déjà statué sur ce document.",
  "refusal.document.stale":
    "Le joueur a changé entre-temps de nom ou de date de naissance. Comparez de nouveau le document.",
  "refusal.operator.refused": "Nom d’utilisateur ou mot de passe incorrect.",
  "refusal.operator.not_allowed": "Votre rôle ne le permet pas.",
  "refusal.operator.code_needed":
    "Saisissez aussi le code de votre application d’authentification.",
  "refusal.operator.code_wrong": "Ce code est faux ou a déjà servi. Attendez le suivant.",
  "refusal.operator.factor_needed": "Activez d’abord la double authentification dans vos réglages.",
  "refusal.operator.proof_needed": "Saisissez de nouveau votre code avant de faire cela.",
  "refusal.operator.no_setup": "Recommencez avec un nouveau code QR.",
  "refusal.operator.last_owner": "Le club a besoin d’un propriétaire actif.",
  "refusal.operator.last_factor":
    "Le dernier second facteur est conservé tant que le club en exige un.",
  "refusal.operator.email_taken": "Cette adresse appartient à un autre opérateur.",
  "refusal.role.name_taken": "Un autre rôle porte ce nom. Choisissez-en un autre.",
  "refusal.role.too_many": "Un club a au plus {most} rôles à lui.",
  "refusal.role.in_use": "Quelqu’un a ce rôle : {operators}. Donnez-leur d’abord un autre rôle.",
  "refusal.segment.name_taken": "Un autre segment porte ce nom. Choisissez-en un autre.",
  "refusal.segment.too_many": "Un club garde au plus {most} segments.",
  "refusal.segment.stale": "Quelqu’un a modifié ce segment entre-temps. Regardez-le de nouveau.",
  "refusal.mailing.no_way":
    "Aucun moyen d’envoyer des e-mails pour l’instant. Connectez d’abord un fournisseur.",
  "refusal.mailing.nobody":
    "Personne parmi ceux qui correspondent n’a accepté les offres et ne peut jouer.",
  "refusal.mailing.over": "Ce message est terminé : il a été envoyé ou arrêté.",
  "refusal.operator.signin_expired": "Cette connexion a trop duré ou a déjà servi. Recommencez.",
  "refusal.operator.link_ended":
    "Ce lien a déjà servi ou date de plus de 24 heures. Demandez-en un nouveau au propriétaire.",
  "refusal.oidc.denied": "Le fournisseur d’identité ne vous a pas laissé entrer.",
  "refusal.oidc.unknown":
    "Aucun compte ouvert de ce club ne vous appartient. Demandez au propriétaire d’y inscrire votre adresse.",
  "refusal.oidc.email_unverified":
    "Le fournisseur d’identité n’a pas vérifié votre adresse e-mail.",
  "refusal.oidc.refused": "La réponse du fournisseur d’identité n’est pas fiable. Recommencez.",
  "refusal.oidc.away":
    "Le fournisseur d’identité est injoignable. Réessayez ou connectez-vous avec votre mot de passe.",
  "refusal.card.unreadable": "Ce fichier n’est pas un programme lisible.",
  "refusal.card.format_unknown": "Ce format de programme est inconnu.",
  "refusal.card.problems": "Le programme a des problèmes ; rien n’a été importé.",
  "refusal.card.needs_confirm":
    "Des paris existent sur ce programme : vérifiez les changements et confirmez.",
  "refusal.card.race_fixed": "Une course fermée ne peut pas être modifiée par un programme.",
  "refusal.race.state": "L’état de la course ne le permet pas.",
  "refusal.race.no_runners": "Une course sans partants ne peut pas être ouverte.",
  "refusal.race.delay_invalid": "Le nouveau départ doit être après maintenant et après l’ancien.",
  "refusal.race.start_past": "Le départ de cette course est passé.",
  "refusal.race.reason_needed": "Donnez une raison.",
  "refusal.runner.scratched_already": "Ce partant est déjà non-partant.",
  "refusal.settlement.begun":
    "Le règlement a commencé : seule une correction peut changer cette course.",
  "refusal.result.same": "La course a été réglée avec ce même résultat : il n’y a rien à corriger.",
  "refusal.settlement.paused":
    "Les comptes ne tombent pas juste : les paiements attendent. Les paris continuent.",
  "refusal.settlement.waits": "Des remboursements sont encore en cours. Réessayez dans un instant.",
  "refusal.approval.same_person": "Un autre opérateur doit le faire.",
  "refusal.approval.state": "Ceci a déjà été traité.",
  "refusal.job.asked": "C’est déjà demandé et s’exécute dans quelques secondes.",
  "refusal.backup.asked": "Une sauvegarde est déjà demandée ou en cours.",
  "refusal.backup.not_here":
    "Le club ne sauvegarde pas cette base de données : elle a ses propres outils, ou CLUB_BACKUPS vaut 0.",
  "refusal.alert.over": "Cette alerte est terminée.",
  "refusal.alert.dismissed": "{by} a déjà écarté cette alerte.",
  "refusal.request.invalid": "Quelque chose ne va pas dans la demande : {field}.",
  "refusal.request.malformed": "La demande n’a pas pu être lue.",
  "refusal.request.content_type": "Ce type de contenu n’est pas accepté.",
  "refusal.request.too_large": "C’est trop volumineux.",
  "refusal.request.too_many": "Trop de demandes. Patientez un instant.",
  "refusal.not_found": "Cela n’existe pas.",
  "refusal.club.busy": "Le club est très occupé. Réessayez dans un instant.",
  "refusal.club.away": "Le club est momentanément indisponible. Rien n’a été placé.",
  "refusal.club.clock": "Les paris sont suspendus pendant que le club vérifie son horloge.",
  "refusal.club.read_only":
    "Le club ne prend ni paris ni argent pour le moment. Tout reste consultable.",
  "refusal.server.broken": "Un problème est survenu de notre côté.",
} as const satisfies Record<RefusalKey, string>;
